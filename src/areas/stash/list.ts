import type { EntryType } from './entry.ts';
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
