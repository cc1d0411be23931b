/** Every document at once: one listing, and the code only where a claim cites it. */
import { type StaleClaim, staleClaims } from './claims/check.ts';
import { type DocumentProblem, readDocument } from './document.ts';
import { listDirectories, type Project } from './project.ts';
import { unreadableDocuments } from './unreadable.ts';

export interface CheckedDocument {
  scope: string;
  state: 'fresh' | 'stale' | 'invalid';
  /** What is wrong with an invalid one. */
  problem?: DocumentProblem;
  /** Absent if no claim cites a place. */
  claims?: StaleClaim[];
}

/** Directories without a document are left out. */
export async function checkAll(project: Project, signal: AbortSignal): Promise<CheckedDocument[]> {
  const checked: CheckedDocument[] = [];
  for (const { scope, state, cites } of (await listDirectories(project, signal)).directories) {
    if (state === 'missing') {
      for (const { problem } of await unreadableDocuments(project, [scope], signal))
        checked.push({ scope, state: 'invalid', problem });
      continue;
    }
    const read = cites ? await readDocument(project.workspace, scope) : undefined;
    const claims =
      read?.state === 'found' ? await staleClaims(project.workspace, read.document, signal) : undefined;
    checked.push({ scope, state, ...(claims === undefined ? {} : { claims }) });
  }
  return checked;
}
