/** What `npm pack` makes of a folder. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '../..');

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
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', ...folders, '--json', '--ignore-scripts', '--pack-destination', destination],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  return Object.values(JSON.parse(stdout));
}
