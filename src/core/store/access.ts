/** What the system tells of a path without a try. Links are followed: the path is a person's own word. */
import { access, constants } from 'node:fs/promises';

export function isThere(path: string): Promise<boolean> {
  return allows(path, constants.F_OK);
}

export function isWritable(path: string): Promise<boolean> {
  return allows(path, constants.W_OK);
}

async function allows(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  );
}
