/** Documents that are there and cannot be read: to the tools they are missing (specs/contexts), to a person they are not. */
import { type DocumentProblem, readDocument } from './document.ts';
import { documentOf, type Project } from './project.ts';

export interface UnreadableDocument {
  scope: string;
  /** The first of them. */
  problem: DocumentProblem;
}

/** Of these directories, in their order; costs a stat for each that can be read and did not change. */
export async function unreadableDocuments(
  project: Project,
  scopes: readonly string[],
  signal: AbortSignal,
): Promise<UnreadableDocument[]> {
  const found: UnreadableDocument[] = [];
  for (const scope of scopes) {
    signal.throwIfAborted();
    if ((await documentOf(project, scope)) !== null) continue;
    const read = await readDocument(project.workspace, scope);
    if (read.state !== 'corrupt') continue;
    const [problem = { line: 1, message: 'unreadable' }] = read.problems;
    found.push({ scope, problem });
  }
  return found;
}
