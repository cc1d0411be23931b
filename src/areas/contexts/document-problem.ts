/** Why there is no document to answer from: for tools in the words of specs/contexts, for commands in ours. */
import { AppError } from '../../core/errors.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import type { DocumentRead } from './document.ts';
import { corruptDocument, noDocument, unsupportedVersion } from './envelope.ts';

export function documentProblem(read: DocumentRead, scope: string): string {
  if (read.state === 'unsupported') return unsupportedVersion(read.version);
  return read.state === 'corrupt' ? corruptDocument(scope) : noDocument(scope);
}

export async function noDocumentError(
  workspace: Workspace,
  read: Exclude<DocumentRead, { state: 'found' }>,
  scope: string,
): Promise<AppError> {
  const error = (message: string, hint: string) =>
    new AppError('not_found', 'no_document', message, { hint });
  if (read.state !== 'missing')
    return error(
      documentProblem(read, scope),
      'pilotbook contexts validate shows what is wrong with an existing document.',
    );
  const name = JSON.stringify(scope);
  const place = workspace.resolve(scope);
  const there = isRefusal(place) ? place : await workspace.facts(place);
  if (isRefusal(there) && there.refused === 'not_a_file')
    return error(
      `There is no .context.yaml in ${name} yet.`,
      `pilotbook contexts generate ${scope} creates one.`,
    );
  return error(`There is no directory ${name}.`, 'pilotbook contexts list shows them.');
}
