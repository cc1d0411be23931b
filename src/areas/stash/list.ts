import type { EntryType } from './entry.ts';
import type { OpenShelf } from './shelf.ts';
import { successorsIn } from './supersession.ts';

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
export async function listEntries(open: OpenShelf, signal: AbortSignal): Promise<ListedEntry[]> {
  const shelf = await open();
  const all = await shelf.all(signal);
  const byFile = new Map(all.map((entry) => [entry.file, entry]));
  const successors = successorsIn(all, shelf.config);
  const names = await shelf.names();
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
