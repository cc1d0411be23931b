/**
 * What may answer a search: written knowledge and places in the code. The filters of the query are applied here, before
 * ranking: what they exclude is never scored.
 */
import type { Place } from '../../../core/knowledge-note.ts';
import type { DiscoveryType, KnowledgeDocument } from '../knowledge-document.ts';
import { moduleOf } from '../place.ts';
import type { CodeHit, CodeSearch } from '../recall-deps.ts';

export interface Candidate {
  id: string;
  source: KnowledgeDocument['source'] | 'code';
  type: DiscoveryType | 'note' | 'context' | 'pack' | 'session' | 'code';
  module: string | undefined;
  date: string | undefined;
  title: string;
  text: string;
  supersededBy: string | undefined;
  /** Of code only. */
  place: Place | undefined;
  /** Of code only: its scores in the two lists of the index, each divided by the best. */
  codeRank: { hybrid: number; semantic: number } | undefined;
}

export interface SearchFilter {
  type: DiscoveryType | 'all';
  /** The name of a module (a directory), or a path of directories. */
  module: string | undefined;
}

const TYPES = {
  discovery: 'note',
  stash: 'note',
  context: 'context',
  pack: 'pack',
  session: 'session',
} as const;

export function documentCandidate(document: KnowledgeDocument): Candidate {
  return {
    id: document.id,
    source: document.source,
    type: document.type ?? TYPES[document.source],
    module: document.module,
    date: document.date,
    title: document.title,
    text: document.text,
    supersededBy: document.supersededBy,
    place: undefined,
    codeRank: undefined,
  };
}

/** What is compared with the query: for written knowledge, the name of the module too. */
export function searchText({ source, module, title, text }: Candidate): { title: string; text: string } {
  return { title: source === 'code' || module === undefined ? title : `${module}: ${title}`, text };
}

/** The order of sources if scores are equal. */
export const SOURCE_ORDER: readonly Candidate['source'][] = [
  'discovery',
  'context',
  'stash',
  'pack',
  'session',
  'code',
];

/** Ask the index for more than the limit: all results may be code, and some hits are filtered out. */
const SPARE_FACTOR = 3;

export interface CodeCandidates {
  candidates: Candidate[];
  warnings: readonly string[];
}

interface CodeQuery extends SearchFilter {
  query: string;
  limit: number;
  /** False: there are no vectors to search by. */
  byMeaning: boolean;
}

/** Merges two searches of the index into one list: by words and meaning, and by meaning alone. */
export async function codeCandidates(
  code: CodeSearch,
  asked: CodeQuery,
  signal: AbortSignal,
): Promise<CodeCandidates> {
  const fileGlob = globOf(asked);
  const ask = async (mode: 'hybrid' | 'semantic') => {
    const options = { mode, topK: asked.limit * SPARE_FACTOR, signal };
    const answer = await code.search(
      asked.query,
      fileGlob === undefined ? options : { ...options, fileGlob },
    );
    return { ...answer, hits: answer.hits.filter(({ path }) => acceptsPath(asked, path)) };
  };
  const hybrid = await ask('hybrid');
  const semantic = asked.byMeaning ? await ask('semantic') : { hits: [], warnings: [] };
  return {
    candidates: merged(hybrid.hits, semantic.hits),
    warnings: [...new Set([...hybrid.warnings, ...semantic.warnings])],
  };
}

/** If the two lists show a file at different places, the place of the first list is used and both scores count. */
function merged(hybrid: readonly CodeHit[], semantic: readonly CodeHit[]): Candidate[] {
  const byId = new Map<string, Candidate>();
  const firstOfFile = new Map<string, Candidate>();
  const add = (hit: CodeHit, codeRank: { hybrid: number; semantic: number }) => {
    const candidate = candidateOf(hit, codeRank);
    byId.set(candidate.id, candidate);
    if (!firstOfFile.has(hit.path)) firstOfFile.set(hit.path, candidate);
  };
  for (const [hit, share] of withShares(hybrid)) add(hit, { hybrid: share, semantic: 0 });
  for (const [hit, share] of withShares(semantic)) {
    const rank = (byId.get(idOf(hit)) ?? firstOfFile.get(hit.path))?.codeRank;
    if (rank === undefined) add(hit, { hybrid: 0, semantic: share });
    else rank.semantic = Math.max(rank.semantic, share);
  }
  return [...byId.values()];
}

/** Scores divided by the best one. */
function withShares(hits: readonly CodeHit[]): (readonly [CodeHit, number])[] {
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  return hits.map((hit) => [hit, Math.max(0, hit.score / best)] as const);
}

const idOf = ({ path, startLine, endLine }: CodeHit) => `${path}:${startLine}-${endLine}`;

function candidateOf(hit: CodeHit, codeRank: { hybrid: number; semantic: number }): Candidate {
  const { path, startLine, endLine, text } = hit;
  return {
    id: idOf(hit),
    source: 'code',
    type: 'code',
    module: moduleOf(path),
    date: undefined,
    title: path,
    text,
    supersededBy: undefined,
    place: { path, startLine, endLine },
    codeRank,
  };
}

export function acceptsDocument({ type, module }: SearchFilter, document: KnowledgeDocument): boolean {
  if (type !== 'all' && document.type !== type) return false;
  return module === undefined || sameName(document.module ?? '', module);
}

/** Code has no type, so a search for a type leaves it out. */
export const wantsCode = ({ type }: SearchFilter) => type === 'all';

export function acceptsPath({ module }: SearchFilter, path: string): boolean {
  if (module === undefined) return true;
  const wanted = trimmed(module);
  return wanted.includes('/') ? path.startsWith(`${wanted}/`) : sameName(moduleOf(path), wanted);
}

/** Limits the index to the files of the module. */
export function globOf({ module }: SearchFilter): string | undefined {
  if (module === undefined) return undefined;
  const literal = trimmed(module).replace(/[*?[\]{}!\\]/g, '?');
  return literal.includes('/') ? `${literal}/**` : `**/${literal}/*`;
}

const trimmed = (module: string) => module.replaceAll('\\', '/').replace(/^\.?\/+|\/+$/g, '');

function sameName(a: string, b: string): boolean {
  return trimmed(a).toLowerCase() === trimmed(b).toLowerCase();
}
