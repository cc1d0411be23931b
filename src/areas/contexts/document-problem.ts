/** Why there is no document to answer from, in the words of specs/contexts. */
import type { DocumentRead } from './document.ts';
import { corruptDocument, noDocument, unsupportedVersion } from './wire.ts';

export function documentProblem(read: DocumentRead, scope: string): string {
  if (read.state === 'unsupported') return unsupportedVersion(read.version);
  return read.state === 'corrupt' ? corruptDocument(scope) : noDocument(scope);
}
