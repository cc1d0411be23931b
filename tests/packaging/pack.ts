/** What `npm pack` makes of a folder. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '../..');

/** On Windows its name is that of a script for cmd. Started by npm, as `npm test` is, we know where its code is. */
const { npm_execpath } = process.env;
const NPM = npm_execpath === undefined ? ['npm'] : [process.execPath, npm_execpath];

export interface Packed {
  name: string;
  version: string;
  filename: string;
  integrity: string;
  /** Bytes of the tarball. */
  size: number;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** The tests' own build is packed: `prepare` would build again. */
export async function pack(folders: readonly string[], destination: string): Promise<Packed[]> {
  const [command = '', ...npm] = NPM;
  const { stdout } = await promisify(execFile)(
    command,
    [...npm, 'pack', ...folders, '--json', '--ignore-scripts', '--pack-destination', destination],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  return Object.values(JSON.parse(stdout));
}
