/** Lists of entries: all of them, and those that contain some words. */

import { AppError } from '../../core/errors.ts';
import { splitLines } from '../../core/text/index.ts';
import type { Entry, EntryType } from './entry-file.ts';
import type { OpenEntryStore } from './entry-store.ts';
import { successorsIn } from './successors.ts';

export interface ListedEntry {
  ref: string;
  file: string;
  /** Absent for a file that cannot be read as text. */
  title?: string;
  type?: EntryType;
  module?: string;
  superseded_by?: readonly string[];
}

/** By number. */
export async function listEntries(open: OpenEntryStore, signal: AbortSignal): Promise<ListedEntry[]> {
  const store = await open();
  const all = await store.all(signal);
  const byFile = new Map(all.map((entry) => [entry.file, entry]));
  const successors = successorsIn(all, store.config);
  const names = await store.names();
  return names.map(({ ref, file, number }) => {
    const entry = byFile.get(file);
    if (entry === undefined) return { ref, file };
    const { type, module } = entry.fields;
    const superseded_by = successors.get(number);
    return {
      ref,
      file,
      title: entry.title,
      ...(type === undefined ? {} : { type }),
      ...(module === undefined ? {} : { module }),
      ...(superseded_by === undefined ? {} : { superseded_by }),
    };
  });
}

export interface FoundEntry {
  ref: string;
  file: string;
  /** The first line with the match. */
  snippet: string;
}

export interface FoundEntries {
  results: FoundEntry[];
  /** How many match, if not all are shown. */
  total?: number;
}

/** A longer line is cut around the match. */
const LONGEST_SNIPPET = 240;
const MOST_RESULTS = 100;

/** One result an entry, by number. Case does not matter. */
export async function searchEntries(
  open: OpenEntryStore,
  query: string,
  signal: AbortSignal,
): Promise<FoundEntries> {
  const wanted = query.trim().toLowerCase();
  if (wanted === '')
    throw new AppError('invalid', 'invalid_input', 'query is empty.', {
      hint: 'Give a word or a part of a line. context.list shows all entries.',
    });
  const entries = await (await open()).all(signal);
  const found = entries.flatMap((entry) => {
    const snippet = snippetOf(entry, wanted);
    return snippet === undefined ? [] : [{ ref: entry.ref, file: entry.file, snippet }];
  });
  const results = found.slice(0, MOST_RESULTS);
  return found.length > results.length ? { results, total: found.length } : { results };
}

function snippetOf({ markdown, fields }: Entry, wanted: string): string | undefined {
  const { type, module } = fields;
  const said = [
    ...(type === undefined ? [] : [`type: ${type}`]),
    ...(module === undefined ? [] : [`module: ${module}`]),
  ];
  const line = [...splitLines(markdown), ...said].find((one) => one.toLowerCase().includes(wanted))?.trim();
  if (line === undefined || line.length <= LONGEST_SNIPPET) return line;
  const middle = Math.max(0, line.toLowerCase().indexOf(wanted)) + wanted.length / 2;
  const from = Math.max(0, Math.min(line.length - LONGEST_SNIPPET, Math.round(middle - LONGEST_SNIPPET / 2)));
  const cut = line.slice(from, from + LONGEST_SNIPPET).replace(/\p{Cs}/gu, '');
  return `${from > 0 ? '…' : ''}${cut}${from + LONGEST_SNIPPET < line.length ? '…' : ''}`;
}
