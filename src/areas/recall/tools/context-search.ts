import { z } from 'zod';
import { isoTime } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { proseStem, splitLines, words } from '../../../core/text/index.ts';
import { type AnswerForm, defineTool, READS } from '../../../core/tool.ts';
import { isRefusal } from '../../../core/workspace/index.ts';
import type { Written } from '../ask/ask-text.ts';
import { DISCOVERY_TYPES } from '../knowledge-document.ts';
import type { RecallDeps } from '../recall-deps.ts';
import { createContextSearch } from '../search/all-sources.ts';
import { type Candidate, globOf, type SearchFilter, wantsCode } from '../search/candidates.ts';
import type { Ranked } from '../search/rank.ts';
import type { Discovered } from '../sessions/session-store.ts';
import { slowCalls } from '../slow-calls.ts';

const LONGEST_MS = 5_000;
const SHORTEST_QUERY = 3;
const TOO_SHORT = `it must have at least ${SHORTEST_QUERY} characters`;
const LONGEST_CONTENT = 1_200;
const MOST_CHARACTERS = 100_000;
const DEFAULT_CHARACTERS = 8_000;
/** Of a written piece in one answer; `context_search` without `maxCharacters` has more of it. */
const LONGEST_WRITTEN = 600;

export const contextSearchTool = (deps: RecallDeps) => {
  const search = createContextSearch(deps);
  const watch = slowCalls(deps, 'context_search');
  return defineTool({
    name: 'context_search',
    safeName: 'context_search',
    description:
      'Search by meaning over recorded discoveries, notes, directory contexts, packs, past sessions and code.',
    annotations: { ...READS, openWorldHint: deps.leavesMachine },
    perMinute: deps.perMinute.contextSearch,
    input: () =>
      z.object({
        query: z.string().min(SHORTEST_QUERY, TOO_SHORT).max(500).describe('what to find, in your own words'),
        type: z
          .enum(['all', ...DISCOVERY_TYPES])
          .default('all')
          .describe('only discoveries of this type'),
        module: z.string().min(1).max(512).optional().describe('only this module (directory name or path)'),
        limit: z.number().int().min(1).max(20).default(5).describe('maximum results'),
        maxCharacters: z
          .number()
          .int()
          .min(0)
          .max(MOST_CHARACTERS)
          .optional()
          .describe('one answer of this size, with code; 0 lists results'),
      }),
    plain: ['type'],
    showsExcerpts: true,
    textDefaults: { maxCharacters: DEFAULT_CHARACTERS },
    async handle({ query, type, module, limit, maxCharacters }, { signal, form }) {
      if (query.trim().length < SHORTEST_QUERY)
        throw new AppError('invalid', 'query_too_short', `query: ${TOO_SHORT}`);
      const done = watch(LONGEST_MS);
      const { ranked, stems, warnings } = await search({ query, type, module, limit }, signal);
      const shown = ranked.slice(0, limit);
      const discovered = await deps.sessions.ofDiscoveries(shown.map(({ candidate }) => candidate.id));
      deps.sessions.searched(query);
      const answer =
        maxCharacters === undefined || maxCharacters === 0
          ? undefined
          : await answerOf(deps, { query, type, module, maxCharacters, stems, form }, ranked, signal);
      return {
        results: await Promise.all(
          shown.map(async (each) => {
            const date = each.candidate.date ?? (await lastChange(deps, each.candidate));
            return resultOf(each, stems, date, discovered.get(each.candidate.id));
          }),
        ),
        query,
        totalFound: ranked.length,
        searchTime: done({ results: shown.length, found: ranked.length }),
        ...(answer === undefined ? {} : { answer: answer.asked }),
        ...withWarnings([...new Set([...warnings, ...(answer?.warnings ?? [])])]),
      };
    },
  });
};

function withWarnings(warnings: readonly string[]) {
  return warnings.length === 0 ? {} : { warnings };
}

interface AnswerRequest extends SearchFilter {
  query: string;
  maxCharacters: number;
  stems: readonly string[];
  form: AnswerForm;
}

/** The code behind it is loaded with the first question. */
async function answerOf(
  deps: RecallDeps,
  { query, type, module, maxCharacters, stems, form }: AnswerRequest,
  ranked: readonly Ranked[],
  signal: AbortSignal,
) {
  const { ask } = await import('../ask/ask.ts');
  const filter = { type, module };
  const documents = ranked.filter(({ candidate }) => candidate.source !== 'code');
  const recorded = await deps.sessions.ofDiscoveries(documents.map(({ candidate }) => candidate.id));
  const ids = form === 'text' ? documents.map(({ candidate }) => candidate.id) : [];
  const states = await deps.noteStates(ids, signal);
  const written = documents.map(({ candidate }) => {
    const state = states.get(candidate.id)?.state;
    const own = writtenOf(candidate, stems, recorded.get(candidate.id));
    return state === undefined ? own : { ...own, state };
  });
  const code = wantsCode(filter) ? { fileGlob: globOf(filter) } : undefined;
  const { warnings, ...asked } = await ask(
    deps,
    { query, code, characters: maxCharacters, form },
    written,
    signal,
  );
  return { asked, warnings };
}

function writtenOf(
  { id, source, type, title, date: own, supersededBy, text }: Candidate,
  stems: readonly string[],
  recorded: Discovered | undefined,
): Written {
  const date = own ?? (recorded === undefined ? undefined : isoTime(recorded.atMs));
  return {
    id,
    kind: [...new Set([source, type])].join(' '),
    title,
    ...(date === undefined ? {} : { date }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
    content: excerpt(text, stems, LONGEST_WRITTEN).text,
  };
}

/** When the file of a place in the code was last changed. */
async function lastChange({ workspace }: RecallDeps, { place }: Candidate): Promise<string | undefined> {
  const path = place === undefined ? undefined : workspace.resolve(place.path);
  const facts = path === undefined || isRefusal(path) ? undefined : await workspace.facts(path);
  return facts === undefined || isRefusal(facts) ? undefined : isoTime(facts.mtimeMs);
}

function resultOf(
  { candidate, score }: Ranked,
  stems: readonly string[],
  written: string | undefined,
  recorded: Discovered | undefined,
) {
  const { id, type, module, source, supersededBy } = candidate;
  const session = source === 'session' ? id : recorded?.session;
  const date = written ?? (recorded === undefined ? undefined : isoTime(recorded.atMs));
  return {
    id,
    type,
    ...(source === 'pack' || source === 'context' ? { title: candidate.title } : {}),
    ...content(candidate, stems),
    ...(module === undefined ? {} : { module }),
    ...(session === undefined ? {} : { session }),
    ...(date === undefined ? {} : { date }),
    score,
    source,
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
}

function content({ text, place }: Candidate, stems: readonly string[]) {
  const part = excerpt(text, stems, LONGEST_CONTENT);
  if (place === undefined) return { content: part.text };
  const startLine = place.startLine + part.skipped;
  return {
    content: part.text,
    path: place.path,
    startLine,
    endLine: startLine + Math.max(1, part.lines) - 1,
  };
}

interface Excerpt {
  text: string;
  /** Lines of the text before the excerpt. */
  skipped: number;
  lines: number;
}

/** The part of a text, in whole lines, that contains most of the query. */
export function excerpt(text: string, stems: readonly string[], maxLength: number): Excerpt {
  const lines = splitLines(text);
  if (text.length <= maxLength) return { text: lines.join('\n'), skipped: 0, lines: lines.length };
  const wanted = new Set(stems);
  const hits = lines.map(
    (line) =>
      new Set(
        words(line)
          .map(proseStem)
          .filter((each) => wanted.has(each)),
      ).size,
  );
  let best = { from: 0, to: 0, hits: -1 };
  for (let from = 0; from < lines.length; from++) {
    const to = endOf(lines, from, maxLength);
    const inside = hits.slice(from, to).reduce((sum, each) => sum + each, 0);
    if (inside > best.hits) best = { from, to, hits: inside };
    if (to === lines.length) break;
  }
  const shown = lines.slice(best.from, best.to).join('\n').slice(0, maxLength);
  return { text: shown, skipped: best.from, lines: best.to - best.from };
}

/** Takes at least one line, even if it is too long. */
function endOf(lines: readonly string[], from: number, maxLength: number): number {
  let length = 0;
  let to = from;
  while (to < lines.length) {
    length += (lines[to] ?? '').length + 1;
    if (length > maxLength + 1 && to > from) break;
    to++;
  }
  return to;
}
