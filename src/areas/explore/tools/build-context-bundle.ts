import { z } from 'zod';
import { AppError, asAppError, inSentences } from '../../../core/errors.ts';
import { type ShownNote, withStates } from '../../../core/knowledge-note.ts';
import { defineTool } from '../../../core/tool.ts';
import { type Bundle, type Considered, candidateLine } from '../bundle/bundle.ts';
import { overLimit, withKnowledge } from '../envelope.ts';
import type { ExploreDeps } from '../explore-deps.ts';

const LONGEST_PROMPT = 8000;
const DEFAULT_FILES = 8;
const DEFAULT_LINES = 400;
/** As text, a bundle is about 15,000 characters unless told otherwise. */
const TEXT_FILES = 12;
const TEXT_TOKENS = 4_700;

export const buildContextBundleTool = ({
  bundler,
  store,
  limits,
  log,
  knowledgeAt,
  noteStates,
}: ExploreDeps) =>
  defineTool({
    name: 'repo.build_context_bundle',
    safeName: 'repo_build_context_bundle',
    description:
      'Excerpts for a task, within a budget, each with its reason and citation. The same state gives the same bundle.',
    // It stores the bundle in our data directory, for people and for packs.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: () =>
      z.object({
        prompt: z.string().min(1).max(LONGEST_PROMPT).describe('the task, in your words'),
        budget: z
          .object({
            max_files: z.number().int().min(1).default(DEFAULT_FILES).describe('most files'),
            max_total_lines: z.number().int().min(1).default(DEFAULT_LINES).describe('in total'),
            max_tokens: z.number().int().min(1).optional().describe('in total'),
          })
          .strict()
          .default({ max_files: DEFAULT_FILES, max_total_lines: DEFAULT_LINES })
          .describe('never exceeded'),
        strategy: z.literal('hybrid').default('hybrid').describe('the only value'),
        include_tests: z.boolean().default(true).describe('tests too'),
        include_audit: z.boolean().default(false).describe('list dropped places, with reasons'),
      }),
    plain: ['strategy'],
    showsExcerpts: true,
    textDefaults: {
      budget: {
        max_files: Math.min(TEXT_FILES, limits.maxFilesPerBundle),
        max_total_lines: DEFAULT_LINES,
        max_tokens: TEXT_TOKENS,
      },
    },
    async handle({ prompt, budget, include_tests, include_audit }, { signal, form }) {
      if (prompt.trim() === '') throw new AppError('invalid', 'invalid_arguments', 'prompt: it is blank');
      if (budget.max_files > limits.maxFilesPerBundle)
        throw overLimit(`max_files ${budget.max_files}`, limits.maxFilesPerBundle, 'max-files-per-bundle');
      const bundle = await bundler.build(
        {
          prompt,
          budget: {
            maxFiles: budget.max_files,
            maxTotalLines: budget.max_total_lines,
            maxTokens: budget.max_tokens,
          },
          includeTests: include_tests,
        },
        signal,
      );
      const warnings = [...bundle.warnings];
      await store.put(bundle).catch((error: unknown) => {
        log.warn('the bundle cannot be kept', { error });
        const failure = asAppError(error);
        const why = failure.kind === 'io' ? ` ${inSentences(failure)}` : '';
        warnings.push(`The bundle could not be kept in the data directory.${why}`);
      });
      const notes = await knowledgeAt(bundle.selections, signal);
      const known = form === 'text' ? await withStates(notes, noteStates, signal) : notes;
      return { ...bundleResult(bundle, known, include_audit), warnings };
    },
  });

/** A bundle with the field names of specs/repo. */
function bundleResult(bundle: Bundle, known: readonly (readonly ShownNote[])[], audited: boolean) {
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
      ...(each.symbol === undefined ? {} : { symbol: each.symbol }),
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
    audit: auditFields(bundle, audited),
  };
}

/** What was considered takes as much text as the excerpts, and few read it: by default only its counts are sent. */
function auditFields(bundle: Bundle, audited: boolean) {
  return {
    search_queries: bundle.searchQueries,
    dedupe_counts: { before: bundle.hitsBeforeMerging, after: bundle.hitsAfterMerging },
    budget_enforcement: audited ? enforcement(bundle.considered) : verdictCounts(bundle.considered),
    ...(audited ? { candidates: bundle.considered.map(candidateLine) } : {}),
  };
}

function enforcement(considered: readonly Considered[]): string[] {
  return considered
    .filter(({ verdict, reason }) => verdict === 'dropped' || reason !== 'fits')
    .map(
      ({ path, startLine, endLine, verdict, reason }) =>
        `${verdict} ${path}:${startLine}-${endLine}: ${reason}`,
    );
}

function verdictCounts(considered: readonly Considered[]): string[] {
  const counts = new Map<string, number>();
  for (const { verdict } of considered) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return (['kept', 'merged', 'dropped'] as const).flatMap((verdict) =>
    counts.has(verdict) ? [`${verdict} ${counts.get(verdict)}`] : [],
  );
}
