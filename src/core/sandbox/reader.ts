/** Only reads, behind the same boundary as the workspace: for indexing threads, which should load no more than they use. */
import { type BoundaryOptions, createBoundary } from './boundary.ts';
import { type FileText, readFileText } from './read-file.ts';
import type { Refusal } from './refusal.ts';
import type { RepoPath } from './repo-path.ts';

export interface FileReader {
  readTextSync(path: RepoPath): FileText | Refusal;
}

export function openReader(options: BoundaryOptions & { maxFileBytes: number }): FileReader {
  const boundary = createBoundary(options);
  return { readTextSync: (path) => readFileText(boundary, path, options.maxFileBytes) };
}
