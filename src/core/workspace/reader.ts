/** Only reads, behind the same wall as the workspace: for indexing threads, which should load no more than they use. */
import { createBoundary } from './boundary.ts';
import { readFileText } from './read-file.ts';
import type { Workspace, WorkspaceOptions } from './workspace.ts';

export type FileReader = Pick<Workspace, 'readTextSync'>;

export function openReader(options: WorkspaceOptions): FileReader {
  const boundary = createBoundary(options);
  const { maxFileBytes } = options;
  return { readTextSync: (path, read) => readFileText(boundary, path, read?.maxBytes ?? maxFileBytes) };
}
