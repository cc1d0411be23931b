/** Puts a document in place whole. If somebody changed it since it was read, the change is made again on theirs. */
import { AppError } from '../../core/errors.ts';
import { openFolder } from '../../core/store/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import { CONTEXT_FILE, type DocumentRead, parseDocument, readDocument } from './document.ts';

export async function writeDocument(
  workspace: Workspace,
  scope: string,
  read: DocumentRead,
  text: string,
  again: (now: DocumentRead) => Promise<string | undefined>,
): Promise<void> {
  const now = await readDocument(workspace, scope);
  const wanted = textOf(now) === textOf(read) && now.state === read.state ? text : await again(now);
  if (wanted === undefined) return;
  if ((await parseDocument(wanted)).state !== 'found')
    throw new AppError('state', 'not_readable', 'The document would not be valid.');
  const directory = workspace.resolve(scope);
  const place = isRefusal(directory) ? undefined : workspace.hostPath(directory);
  const folder = place === undefined ? undefined : await openFolder(place, { within: workspace.root });
  if (!folder) throw new AppError('not_found', 'no_such_scope', 'The directory is gone.');
  await folder.writeAtomic(CONTEXT_FILE, wanted);
}

function textOf(read: DocumentRead): string | undefined {
  if (read.state === 'corrupt') return read.conflict;
  return read.state === 'found' ? read.text : undefined;
}
