/** Which files of a large directory matter most: those that are large, that others import, and that often change. */
import type { DirectoryFacts } from './directory.ts';
import type { FileRole } from './file-role.ts';
import type { SourceFile } from './source-file.ts';

/** So many files of a directory are named; the outline has the rest. */
export const MOST_FILES = 40;
/** A kilobyte more or less is nothing; ten times as much is. So all are weighed by their magnitude. */
const IMPORTERS = 1.5;
const CHANGES = 1.5;
/** A file that says what it is for is worth as much as one twice its size. */
const DOCUMENTED = 1;
const ROLES: Partial<Record<FileRole, number>> = { code: 12, test: 4, script: 4, schema: 6, document: 2 };

type Weighed = Pick<DirectoryFacts, 'importers' | 'changes'>;

export function importanceOf(file: SourceFile, { importers, changes }: Weighed): number {
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
