/** Which files of a large directory matter most: those that are large, that others import, and that often change. */
import type { FileRole } from './file-role.ts';
import type { SourceFile } from './source-file.ts';

/** So many files of a directory are named; the outline has the rest. */
export const MOST_FILES = 40;
/** A kilobyte more or less is nothing; ten times as much is. So all are weighed by their magnitude. */
const IMPORTERS = 0.75;
const CHANGES = 2;
/** A file that says what it is for is worth as much as one twice its size. */
const DOCUMENTED = 1;
const ROLES: Partial<Record<FileRole, number>> = { code: 12, test: 4, script: 4, schema: 6, document: 2 };

/** What is known of a directory beside its files. */
export interface Host {
  /** How many of its files import each, by the path without its ending. */
  importers: ReadonlyMap<string, number>;
  /** How often each path was changed lately; undefined where nothing is to be chosen, or without git. */
  changes: ReadonlyMap<string, number> | undefined;
}

export function importanceOf(file: SourceFile, { importers, changes }: Host): number {
  const magnitude = (count: number) => Math.log2(1 + count);
  return (
    (file.generated ? 0 : (ROLES[file.role] ?? 0)) +
    (file.doc === undefined ? 0 : DOCUMENTED) +
    magnitude(file.size / 1024) +
    IMPORTERS * magnitude(importers.get(stemOf(file.path)) ?? 0) +
    CHANGES * magnitude(changes?.get(file.path) ?? 0)
  );
}

/** Who includes `server.h` means `server.c`. */
export function stemOf(path: string): string {
  return path.replace(/\.[^./]+$/, '');
}
