/** Adding an entry: its fields, its anchors, and warnings of secrets and of entries that say nearly the same. */
import { AppError } from '../../core/errors.ts';
import { openPlaces } from '../../core/places/index.ts';
import { countLines, findSecrets } from '../../core/text/index.ts';
import { anchorAt } from './anchors.ts';
import { commentFor, typicalProgram } from './comment.ts';
import { type Entry, type EntryFields, type EntryType, encodeEntry } from './entry-file.ts';
import { type EntryStore, MAX_ENTRY_BYTES, type OpenEntryStore } from './entry-store.ts';
import { invalidRef, nameFinder, parseRef } from './naming.ts';
import type { StashDeps } from './stash-deps.ts';

export interface NewEntry {
  markdown: string;
  type?: EntryType | undefined;
  module?: string | undefined;
  supersedes?: readonly string[] | undefined;
  /** `path:start-end` each. */
  anchors?: readonly string[] | undefined;
}

export interface CreatedEntry {
  file: string;
  ref: string;
  /** To paste where the entry applies. */
  comment: string;
  warnings?: string[];
}

export async function createEntry(
  open: OpenEntryStore,
  deps: StashDeps,
  entry: NewEntry,
  signal: AbortSignal,
): Promise<CreatedEntry> {
  const store = await open();
  checkMarkdown(entry.markdown, store.config.maxLines);
  const known = await store.all(signal);
  const fields = await fieldsOf(entry, store, deps, known, signal);
  const text = await encodeEntry({ markdown: entry.markdown, fields });
  if (Buffer.byteLength(text) > MAX_ENTRY_BYTES)
    throw new AppError('invalid', 'invalid_input', 'The entry is larger than 1 MiB.', {
      hint: 'An entry is a short note; keep long text in a file and refer to it.',
    });
  const warnings = warningsFor(entry.markdown, known, new Set(fields.supersedes));
  const { file, ref } = await store.add(text, fields.anchors ?? [], signal);
  const near = fields.anchors?.[0]?.path ?? typicalProgram(await deps.workspace.files({ signal }));
  const comment = commentFor(near, ref);
  return { file, ref, comment, ...(warnings.length > 0 ? { warnings } : {}) };
}

function checkMarkdown(markdown: string, maxLines: number): void {
  if (markdown.trim() === '')
    throw new AppError('invalid', 'invalid_input', 'markdown is empty.', {
      hint: 'Write why, in a few lines.',
    });
  if (/[\0\p{Cs}]/u.test(markdown))
    throw new AppError('invalid', 'invalid_input', 'markdown contains characters that are not text.', {
      hint: 'Leave out NUL and broken surrogate pairs.',
    });
  const lines = countLines(markdown);
  if (lines > maxLines)
    throw new AppError(
      'invalid',
      'too_many_lines',
      `markdown has ${lines} lines; at most ${maxLines} are allowed.`,
      {
        hint: 'Shorten it, or make one entry for each thing. The limit is maxLines in .context/config.json.',
      },
    );
}

async function fieldsOf(
  entry: NewEntry,
  store: EntryStore,
  deps: StashDeps,
  known: readonly Entry[],
  signal: AbortSignal,
): Promise<EntryFields> {
  const fields: EntryFields = {};
  if (entry.type !== undefined) fields.type = entry.type;
  if (entry.module !== undefined) fields.module = entry.module;
  if (entry.supersedes !== undefined && entry.supersedes.length > 0)
    fields.supersedes = [...new Set(entry.supersedes.map((ref) => knownRef(ref, store, known)))];
  if (entry.anchors !== undefined && entry.anchors.length > 0) {
    const { workspace, symbolsOf } = deps;
    const places = openPlaces(workspace, symbolsOf, signal);
    fields.anchors = [];
    for (const place of entry.anchors) fields.anchors.push(await anchorAt(place, workspace, places));
  }
  return fields;
}

/** As the file name has it, whichever way it was written. */
function knownRef(ref: string, { config }: EntryStore, known: readonly Entry[]): string {
  const wanted = parseRef(ref, config);
  if (wanted === undefined) throw invalidRef(ref);
  const found = nameFinder(known)(wanted);
  if (found === undefined)
    throw new AppError('not_found', 'not_found', `supersedes: there is no entry ${wanted.digits}.`, {
      hint: 'context.list shows all entries.',
    });
  return found.ref;
}

function warningsFor(markdown: string, known: readonly Entry[], superseded: ReadonlySet<string>): string[] {
  const others = known.filter(({ ref }) => !superseded.has(ref));
  return [
    ...findSecrets(markdown).map(
      ({ what, line }) =>
        `Line ${line} looks like ${what}. Entries are shared through git and never changed: if it is one, remove the file and revoke it.`,
    ),
    ...findSimilar(markdown, others).map(
      ({ ref, title, similarity }) =>
        `Entry ${ref} (${title}) is ${Math.round(similarity * 100)} % similar. If this one replaces it, say so with supersedes.`,
    ),
  ];
}

const SHINGLE = 3;
/** Half of all shingles in common: nearly the same text. */
const NEAR_DUPLICATE = 0.5;
const MOST_NAMED = 3;

export interface SimilarEntry {
  ref: string;
  title: string;
  /** 0 to 1. */
  similarity: number;
}

export function findSimilar(
  markdown: string,
  entries: readonly { ref: string; title: string; markdown: string }[],
): SimilarEntry[] {
  const wanted = shingles(markdown);
  return entries
    .map(({ ref, title, markdown: other }) => ({ ref, title, similarity: jaccard(wanted, shingles(other)) }))
    .filter(({ similarity }) => similarity >= NEAR_DUPLICATE)
    .sort((a, b) => b.similarity - a.similarity || (a.ref < b.ref ? -1 : 1))
    .slice(0, MOST_NAMED);
}

function shingles(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length < SHINGLE) return new Set(words.length > 0 ? [words.join(' ')] : []);
  const found = new Set<string>();
  for (let at = 0; at + SHINGLE <= words.length; at++) found.add(words.slice(at, at + SHINGLE).join(' '));
  return found;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const one of a) if (b.has(one)) common++;
  return common / (a.size + b.size - common);
}
