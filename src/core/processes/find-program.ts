/** Where git or ripgrep is installed. Never in the repository, and never by way of the working directory. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { IS_WINDOWS } from '../system.ts';

const USUAL_DIRECTORIES = IS_WINDOWS
  ? ['C:\\Program Files\\Git\\cmd']
  : ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin', '/opt/local/bin'];

/** `searchPath` is a PATH; empty and relative entries in it mean the working directory and are skipped. */
export function findProgram(name: string, root: string, searchPath: string | undefined): string | undefined {
  const directories = searchPath === undefined ? USUAL_DIRECTORIES : searchPath.split(delimiter);
  for (const directory of directories) {
    if (!isAbsolute(directory)) continue;
    const program = join(directory, IS_WINDOWS ? `${name}.exe` : name);
    if (isProgramOutside(root, program)) return program;
  }
  return undefined;
}

function isProgramOutside(root: string, program: string): boolean {
  try {
    const real = realpathSync.native(program);
    const inside = [program, real].some((place) => place.startsWith(root.endsWith(sep) ? root : root + sep));
    if (inside || !statSync(real).isFile()) return false;
    accessSync(real, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
