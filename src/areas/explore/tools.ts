/** The tools of specs/repo whose logic is elsewhere; those with more of their own have a file each in tools/. */
import { z } from 'zod';
import { cursorAt, pageOf, positionOf, withCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import type { PassageFinder } from '../../core/passages/index.ts';
import { cursorArgument, defineTool, READS } from '../../core/tool.ts';
import { leftOut, matchGlob } from '../../core/workspace/index.ts';
import { overLimit, withKnowledge } from './envelope.ts';
import { cutLines, type Snippet, snippetOf } from './excerpt.ts';
import type { ExploreDeps, ShownHit } from './explore-deps.ts';
import type { SearchBlock } from './search-blocks.ts';

export const listFilesTool = ({ workspace, limits }: ExploreDeps) =>
  defineTool({
    name: 'repo.list_files',
    safeName: 'repo_list_files',
    description: 'Files by glob, sorted by path, without ignored and denied ones.',
    annotations: READS,
    input: () =>
      z.object({
        glob: z.string().min(1).max(512).optional().describe('e.g. src/**/*.ts; without "/": names anywhere'),
        max_results: z.number().int().min(1).optional().describe('most files'),
        include_hidden: z.boolean().default(false).describe('names with a leading dot too'),
        cursor: cursorArgument(),
      }),
    plain: ['glob'],
    async handle({ glob, max_results, include_hidden, cursor }, { signal }) {
      const most = max_results ?? limits.maxSearchHits;
      if (most > limits.maxSearchHits)
        throw overLimit(`max_results ${most}`, limits.maxSearchHits, 'max-search-hits');
      const matches = glob === undefined ? () => true : matchGlob(glob);
      const files = await workspace.files({ includeHidden: include_hidden, signal });
      const matching = files.filter(({ path }) => matches(path));
      const [found, large] = [
        matching.filter(({ size }) => size <= limits.maxFileBytes),
        matching.filter(({ size }) => size > limits.maxFileBytes),
      ];
      const { shown, next } = pageOf(found, { limit: most, cursor }, ({ path }) => path);
      return {
        files: shown.map(({ path, size, mtimeMs }) => ({ path, size, mtime: Math.floor(mtimeMs) })),
        total: found.length,
        truncated: next !== undefined,
        ...withCursor(next),
        warnings: leftOut(large, limits.maxFileBytes, 'listed'),
      };
    },
  });

const DEFAULT_HITS = 10;
/** A whole issue report. Ranking takes the beginning of a long one, and names from the rest. */
const LONGEST_QUERY = 20_000;

export const searchTool = ({ search, hasVectors, symbols, passages, limits, knowledgeAt }: ExploreDeps) =>
  defineTool({
    name: 'repo.search',
    safeName: 'repo_search',
    description:
      'Search the repository, best place first. Mode bm25 ranks by words and names, semantic by meaning, hybrid by both.',
    annotations: READS,
    input: () =>
      z.object({
        query: z.string().min(1).max(LONGEST_QUERY).describe('words, a symbol or a question'),
        mode: z.enum(['bm25', 'semantic', 'hybrid']).default('bm25').describe('how to rank'),
        top_k: z.number().int().min(1).optional().describe(`most hits (default ${DEFAULT_HITS})`),
        file_glob: z.string().min(1).max(512).optional().describe('only files that match'),
      }),
    plain: ['mode', 'file_glob'],
    showsExcerpts: true,
    textDefaults: hasVectors ? { mode: 'hybrid' } : {},
    async handle({ query, mode, top_k, file_glob }, { signal, statistics, form }) {
      if (query.trim() === '') throw new AppError('invalid', 'invalid_arguments', 'query: it is blank');
      const topK = top_k ?? Math.min(DEFAULT_HITS, limits.maxSearchHits);
      if (topK > limits.maxSearchHits)
        throw overLimit(`top_k ${topK}`, limits.maxSearchHits, 'max-search-hits');
      symbols.prepare();
      const answer = await search.search(query, {
        mode,
        topK,
        signal,
        ...(file_glob === undefined ? {} : { fileGlob: file_glob }),
        ...(statistics === undefined ? {} : { statistics }),
      });
      const shown = answer.hits.map((hit) => ({ hit, snippet: snippetOf(hit) }));
      const [known, { names }, blocks] = await Promise.all([
        knowledgeAt(answer.hits, signal),
        form === 'text'
          ? { names: [] }
          : symbols.enclosing(
              shown.map(({ hit, snippet }) => ({ path: hit.path, line: snippet.matchLine })),
              signal,
            ),
        form === 'text' ? blocksOf(answer.hits, query, passages, signal) : undefined,
      ]);
      return {
        ...(blocks === undefined ? {} : { blocks }),
        hits: shown.map(({ hit, snippet }, at) => ({
          ...hitFields(hit, snippet),
          ...(names[at] === undefined ? {} : { enclosing: names[at] }),
          ...withKnowledge(known[at]),
        })),
        warnings: answer.warnings,
      };
    },
  });

/** For ten hits and more; so much is read without a second thought. */
const SEARCH_CHARACTERS = 4_000;
/** For the head of a file and for the remark at the end. */
const REMARK = 100;

async function blocksOf(
  hits: readonly ShownHit[],
  query: string,
  passages: PassageFinder,
  signal: AbortSignal,
): Promise<SearchBlock[]> {
  const session = await passages.ask(signal);
  const found = await passages.find(
    { prompt: query, includeTests: true, characters: SEARCH_CHARACTERS, hits },
    session,
    signal,
  );
  const { searchBlocks } = await import('./search-blocks.ts');
  const files = [...new Set(hits.map(({ path }) => path))].flatMap((path) => {
    const hit = hits.find((each) => each.path === path);
    return hit === undefined ? [] : [{ path, place: { ...hit.focus, text: snippetOf(hit).text } }];
  });
  return searchBlocks(files, found.passages, SEARCH_CHARACTERS - REMARK);
}

function hitFields(hit: ShownHit, snippet: Snippet) {
  return {
    path: hit.path,
    start_line: hit.startLine,
    end_line: hit.endLine,
    snippet: snippet.text,
    snippet_start_line: snippet.startLine,
    ...(hit.further && {
      further: {
        start_line: hit.further.startLine,
        snippet: cutLines(hit.further.text.split('\n'), hit.matchedTerms),
      },
    }),
    score: Math.round(hit.score * 1e4) / 1e4,
    matched_terms: hit.matchedTerms,
  };
}

export const statusTool = ({ workspace, limits, version, indexStatus, appStatus }: ExploreDeps) =>
  defineTool({
    name: 'repo.status',
    safeName: 'repo_status',
    description: 'State of the index, limits, languages and call metrics.',
    annotations: READS,
    input: () => z.object({}),
    async handle() {
      return {
        repo_root: workspace.root,
        version,
        ...(await indexStatus()),
        limits_summary: {
          max_file_bytes: limits.maxFileBytes,
          max_open_lines: limits.maxOpenLines,
          max_total_bytes_per_response: limits.maxTotalBytesPerResponse,
          max_search_hits: limits.maxSearchHits,
          max_files_per_bundle: limits.maxFilesPerBundle,
        },
        ...appStatus(),
      };
    },
  });

export const refreshIndexTool = ({ refresh }: ExploreDeps) =>
  defineTool({
    name: 'repo.refresh_index',
    safeName: 'repo_refresh_index',
    description: 'Bring the index up to date and wait for it. Searches do this by themselves.',
    // It writes to its own data directory, nothing of the repository, and running it again changes nothing.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    takesItsTime: true,
    input: () => z.object({ force: z.boolean().default(false).describe('reindex every file') }),
    async handle({ force }, { signal, progress }) {
      const done = await refresh({ force, signal, progress });
      return {
        added: done.added,
        updated: done.updated,
        removed: done.removed,
        duration_ms: Math.round(done.durationMs),
        timestamp: done.timestamp,
        warnings: done.warnings,
      };
    },
  });

/** More than the log keeps. */
const MOST_LOGGED = 1_000_000;

export const auditLogTool = ({ audit, limits }: ExploreDeps) =>
  defineTool({
    name: 'repo.audit_log',
    safeName: 'repo_audit_log',
    description: 'Recent tool calls, newest last, without prompts or contents.',
    annotations: READS,
    input: () =>
      z.object({
        // As z.iso.datetime checks it, whose schema would hold its long expression.
        since: z
          .string()
          .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, 'Invalid ISO datetime')
          .optional()
          .meta({ format: 'date-time', description: 'from this ISO 8601 time on' }),
        limit: z.number().int().min(1).optional().describe('most entries'),
        cursor: cursorArgument(),
      }),
    async handle({ since, limit, cursor }) {
      const most = limit ?? limits.maxSearchHits;
      if (most > limits.maxSearchHits)
        throw overLimit(`limit ${most}`, limits.maxSearchHits, 'max-search-hits');
      const from = since === undefined ? undefined : new Date(since).toISOString();
      const newest = await audit.read({ since: from, limit: cursor === undefined ? most + 1 : MOST_LOGGED });
      const end = cursor === undefined ? newest.length : indexOfCursor(newest, cursor);
      const entries = newest.slice(Math.max(0, end - most), end);
      const [oldest] = entries;
      return {
        entries,
        ...(end > most && oldest !== undefined
          ? withCursor(cursorAt(timeOf(oldest), [JSON.stringify(oldest)]))
          : {}),
      };
    },
  });

/** Pages lead to older entries, and new ones are logged meanwhile, so a cursor names the oldest entry shown. */
function indexOfCursor(entries: readonly Record<string, unknown>[], cursor: string): number {
  let index = -1;
  positionOf(cursor, (time) => {
    index = entries.findIndex(
      (entry) => timeOf(entry) === time && cursorAt(time, [JSON.stringify(entry)]) === cursor,
    );
    return index === -1 ? undefined : [JSON.stringify(entries[index])];
  });
  return index;
}

function timeOf({ timestamp }: Record<string, unknown>): number {
  return Date.parse(String(timestamp)) || 0;
}
