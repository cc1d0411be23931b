/** A bundle as specs/repo names its parts. */

import type { KnowledgeNote } from '../../../core/knowledge-note.ts';
import { withKnowledge } from '../knowledge.ts';
import type { Bundle, Considered } from './bundle.ts';

export function bundleResult(bundle: Bundle, known: readonly (readonly KnowledgeNote[])[]) {
  return {
    bundle_id: bundle.bundleId,
    prompt_fingerprint: bundle.promptFingerprint,
    strategy: 'hybrid',
    budget: {
      max_files: bundle.budget.maxFiles,
      max_total_lines: bundle.budget.maxTotalLines,
      ...(bundle.budget.maxTokens === undefined ? {} : { max_tokens: bundle.budget.maxTokens }),
    },
    totals: {
      selected_files: bundle.totals.files,
      selected_lines: bundle.totals.lines,
      selected_tokens: bundle.totals.tokens,
      truncated: bundle.totals.truncated,
    },
    selections: bundle.selections.map((each, index) => ({
      path: each.path,
      start_line: each.startLine,
      end_line: each.endLine,
      excerpt: each.excerpt,
      rationale: each.rationale,
      score: each.score,
      source_query: each.sourceQuery,
      ...withKnowledge(known[index]),
    })),
    citations: bundle.selections.map((each, index) => ({
      path: each.path,
      start_line: each.startLine,
      end_line: each.endLine,
      hash: each.anchor.hash,
      selection_index: index,
    })),
    audit: {
      search_queries: bundle.searchQueries,
      dedupe_counts: { before: bundle.hitsBeforeMerging, after: bundle.hitsAfterMerging },
      budget_enforcement: bundle.considered
        .filter(({ verdict, reason }) => verdict === 'dropped' || reason !== 'fits')
        .map(
          ({ path, startLine, endLine, verdict, reason }) =>
            `${verdict} ${path}:${startLine}-${endLine}: ${reason}`,
        ),
      candidates: bundle.considered.map(candidate),
    },
  };
}

/** One line each: the list is for reading, and tokens count. */
function candidate({ path, startLine, endLine, score, verdict, reason }: Considered): string {
  return `${verdict} ${path}:${startLine}-${endLine} ${score} ${reason}`;
}
