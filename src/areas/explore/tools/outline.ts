import { z } from 'zod';
import { languageOf, type OutlineSymbol } from '../../../core/languages/index.ts';
import { countLines } from '../../../core/text/index.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { isRefusal, type RepoPath, refusalError } from '../../../core/workspace/index.ts';
import { withKnowledge } from '../envelope.ts';
import type { ExploreDeps } from '../explore-deps.ts';

export const outlineTool = ({ workspace, outline, knowledgeAt }: ExploreDeps) =>
  defineTool({
    name: 'repo.outline',
    safeName: 'repo_outline',
    description:
      'Declarations of a file with signatures and line ranges: read this before opening a long file.',
    annotations: READS,
    input: () => z.object({ path: z.string().min(1).describe('relative to the root') }),
    paths: ['path'],
    async handle({ path }, { signal }) {
      // The dispatcher resolved it: it is declared in `paths`.
      const read = await workspace.readText(path as RepoPath);
      if (isRefusal(read)) throw refusalError(read);
      const { symbols, stopped } = await outline.outline(path, read.text, { signal });
      const [known] = await knowledgeAt([{ path, startLine: 1, endLine: countLines(read.text) }], signal);
      return {
        path,
        language: languageOf(path) ?? 'text',
        symbols: symbols.map(symbolFields),
        ...withKnowledge(known),
        warnings:
          stopped === undefined ? [] : [`${path} has no outline: ${stopped}. Read it with repo.open_file.`],
      };
    },
  });

/** The field names of specs/repo 10.3; every key is always there. */
function symbolFields(symbol: OutlineSymbol) {
  return {
    kind: symbol.kind,
    name: symbol.name,
    signature: symbol.signature,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    doc: symbol.doc ?? null,
    parent_symbol: symbol.parentSymbol,
    scope_kind: symbol.scopeKind,
    is_conditional: symbol.isConditional,
    decl_context: symbol.declContext,
  };
}
