/** From the words of a stranger to the id of a commit. */
import type { GitCommand } from './command.ts';

const MAX_REVISION_CHARS = 256;
const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const NOT_IN_A_REVISION = /^-|[\u0000-\u001f\u007f]/;

export async function commitOf(git: GitCommand, revision: string): Promise<string | undefined> {
  if (revision === '' || revision.length > MAX_REVISION_CHARS || NOT_IN_A_REVISION.test(revision))
    return undefined;
  return objectId(
    await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]),
  );
}

export function objectId(output: Buffer | undefined): string | undefined {
  const id = output?.toString('utf8').trim();
  return id !== undefined && OBJECT_ID.test(id) ? id : undefined;
}
