import { z } from 'zod';
import { pageOf, withCursor } from '../../../core/cursor.ts';
import { languageOf, type OutlineSymbol } from '../../../core/languages/index.ts';
import type { Assignment } from '../../../core/symbols/index.ts';
import { countLines } from '../../../core/text/index.ts';
import { cursorArgument, defineTool, READS } from '../../../core/tool.ts';
import { isRefusal, type RepoPath, refusalError } from '../../../core/workspace/index.ts';
import { withKnowledge } from '../envelope.ts';
import type { ExploreDeps } from '../explore-deps.ts';

/** Of an answer, for symbols and assignments together. The rest is for the envelope, the keys and knowledge. */
const SHARE_FOR_DECLARATIONS = 0.7;

export const outlineTool = ({ workspace, outline, assignments, limits, knowledgeAt }: ExploreDeps) =>
  defineTool({
    name: 'repo.outline',
    safeName: 'repo_outline',
    description:
      'Declarations of a file with signatures and line ranges: read this before opening a long file.',
    annotations: READS,
    input: () =>
      z.object({
        path: z.string().min(1).describe('relative to the root'),
        depth: z.number().int().min(1).optional().describe('1: without members'),
        names: z.boolean().default(false).describe('without signatures'),
        cursor: cursorArgument(),
      }),
    paths: ['path'],
    async handle({ path, depth, names, cursor }, { signal }) {
      // The dispatcher resolved it: it is declared in `paths`.
      const read = await workspace.readText(path as RepoPath);
      if (isRefusal(read)) throw refusalError(read);
      const { symbols: declared, stopped } = await outline.outline(path, read.text, { signal });
      // A text that was given up once is not parsed a second time.
      const assigned = stopped === undefined ? await assignments(path, read.text, signal) : [];
      const room = limits.maxTotalBytesPerResponse * SHARE_FOR_DECLARATIONS;
      const isShown = (around: number) => depth === undefined || around < depth;
      const depths = depthsOf(declared.map(({ name }) => name));
      const all = declared
        .filter((_, at) => isShown(depths[at] ?? 0))
        .map((symbol): Declared => (names ? nameFields(symbol) : symbolFields(symbol)));
      const { shown: symbols, next } = pageOf(
        all,
        { limit: (rest) => fitting(rest, room).length, cursor },
        ({ name, start_line }) => `${name}:${start_line}`,
      );
      const more = assigned
        .filter((each) => !isAmong(declared, each) && isShown(each.name.split('.').length - 1))
        .map(assignmentFields);
      // They come with the last page.
      const shown = next === undefined ? fitting(more, room - sizeOf(symbols)) : [];
      const [known] = await knowledgeAt([{ path, startLine: 1, endLine: countLines(read.text) }], signal);
      return {
        path,
        language: languageOf(path) ?? 'text',
        symbols,
        ...(shown.length === 0 ? {} : { assignments: shown }),
        ...(symbols.length === all.length ? {} : { total_symbols: all.length }),
        ...withCursor(next),
        ...withKnowledge(known),
        warnings: [
          ...(stopped === undefined
            ? []
            : [`${path} has no outline: ${stopped}. Read it with repo.open_file.`]),
          ...(shown.length === more.length || next !== undefined
            ? []
            : [
                `${more.length - shown.length} more assignments have no room in the answer. Raise --max-total-bytes-per-response to see them.`,
              ]),
        ],
      };
    },
  });

/** With `names`, without the rest. */
type Declared = ReturnType<typeof nameFields> & Partial<ReturnType<typeof symbolFields>>;

/** The field names of specs/repo 10.3; every key is always present. */
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

function nameFields({ kind, name, startLine, endLine }: OutlineSymbol) {
  return { kind, name, start_line: startLine, end_line: endLine };
}

/** How many declarations of the list are around each. Some languages begin names with the package, which is none. */
export function depthsOf(names: readonly string[]): number[] {
  const known = new Set(names);
  return names.map((name) => {
    let depth = 0;
    for (let end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1))
      if (known.has(name.slice(0, end))) depth++;
    return depth;
  });
}

function assignmentFields({ kind, name, startLine, endLine }: Assignment) {
  return { kind, name, start_line: startLine, end_line: endLine };
}

/** Outlines begin names with the package, so the last word and the lines are compared. */
function isAmong(symbols: readonly OutlineSymbol[], { name, startLine, endLine }: Assignment): boolean {
  const word = lastWord(name);
  return symbols.some(
    (symbol) => lastWord(symbol.name) === word && symbol.startLine <= endLine && startLine <= symbol.endLine,
  );
}

const lastWord = (name: string) => name.slice(name.lastIndexOf('.') + 1);

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

function fitting<T>(values: readonly T[], bytes: number): T[] {
  let left = bytes;
  const end = values.findIndex((value) => {
    left -= sizeOf(value) + 1;
    return left < 0;
  });
  return values.slice(0, end === -1 ? values.length : end);
}
