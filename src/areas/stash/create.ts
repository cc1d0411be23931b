/** Creates an entry: its fields, its anchors, the comment to paste, and warnings about secrets and near-duplicates. */
import { AppError } from '../../core/errors.ts';
import { openPlaces } from '../../core/places/index.ts';
import { countLines, findSecrets } from '../../core/text/index.ts';
import { anchorAt } from './anchors.ts';
import { type Entry, type EntryFields, type EntryType, encodeEntry } from './entry-file.ts';
import { type EntryStore, MAX_ENTRY_BYTES, type OpenEntryStore } from './entry-store.ts';
import { invalidRef, nameFinder, parseRef } from './naming.ts';
import type { StashDeps } from './stash-deps.ts';

export interface NewEntry {
  markdown: string;
  type?: EntryType | undefined;
  module?: string | undefined;
  supersedes?: readonly string[] | undefined;
  /** `path:start-end` or `path::symbol` each. */
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

/** The ref as the file name has it, whichever way the caller wrote it. */
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
/** The share of common shingles from which two texts count as nearly the same. */
const NEAR_DUPLICATE = 0.5;
const MOST_NAMED = 3;

interface SimilarEntry {
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

/** How line comments begin, in programs and in other files. Unknown files get two slashes, as the specification shows it. */
const LEADERS: readonly { leader: string; programs: string; others: string }[] = [
  {
    leader: '//',
    programs:
      'ts tsx mts cts js jsx mjs cjs java kt kts go rs c h cc cpp cxx hpp hh cs swift scala php dart zig groovy',
    others: '',
  },
  {
    leader: '#',
    programs: 'py pyi rb sh bash zsh fish pl pm r jl ex exs nim tf hcl ps1',
    others: 'yaml yml toml cmake mk dockerfile makefile',
  },
  { leader: '--', programs: 'lua sql hs elm ada adb ads vhd vhdl', others: '' },
  { leader: ';', programs: 'lisp cl el clj cljs cljc scm rkt asm', others: 'edn ini' },
  { leader: '%', programs: 'erl hrl prolog', others: 'tex m4' },
];
const BLOCKS = 'html htm xml md markdown vue svelte svg xhtml';
const STYLES = 'css scss less';

const leaders = new Map(
  LEADERS.flatMap(({ leader, programs, others }) =>
    `${programs} ${others}`
      .trim()
      .split(' ')
      .map((ending) => [ending, leader]),
  ),
);
const programs = new Set(LEADERS.flatMap((each) => each.programs.split(' ')));

/** A file with the kind of comments that most programs here have; undefined if there are no programs. */
export function typicalProgram(files: readonly { path: string }[]): string | undefined {
  const byLeader = new Map(LEADERS.map(({ leader }): [string, string[]] => [leader, []]));
  for (const { path } of files) {
    const ending = endingOf(path);
    if (programs.has(ending)) byLeader.get(leaders.get(ending) ?? '')?.push(path);
  }
  let most: readonly string[] = [];
  for (const paths of byLeader.values()) if (paths.length > most.length) most = paths;
  return most[0];
}

/** The comment that cites an entry, in the language of the file. */
export function commentFor(path: string | undefined, ref: string): string {
  const words = `refer to context ${ref}`;
  const ending = endingOf(path ?? '');
  if (BLOCKS.split(' ').includes(ending)) return `<!-- ${words} -->`;
  if (STYLES.split(' ').includes(ending)) return `/* ${words} */`;
  return `${leaders.get(ending) ?? '//'} ${words}`;
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
}
