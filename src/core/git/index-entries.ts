/** What git's index remembers of each tracked file: its content, and the stat data it had then. */
import type { GitCall, GitCommand } from './command.ts';

export interface IndexEntry {
  blob: string;
  size: number;
  mtimeMs: number;
}

/** The form of --debug is not promised; entries that look otherwise are left out, and their files get hashed. */
const ENTRY =
  /\d{6} ([0-9a-f]+) 0\t([^\0]+)\0 +ctime: .*\n +mtime: (\d+):(\d+)\n +dev: .*\n +uid: .*\n +size: (\d+)\tflags: .*\n/g;

export async function indexEntries(git: GitCommand, call: GitCall): Promise<Map<string, IndexEntry>> {
  const entries = new Map<string, IndexEntry>();
  const output = (await git(['ls-files', '-z', '--stage', '--debug'], call))?.toString('utf8') ?? '';
  for (const [, blob = '', path = '', seconds = '', nanoseconds = '', size = ''] of output.matchAll(ENTRY))
    entries.set(path, {
      blob,
      size: Number(size),
      mtimeMs: Number(seconds) * 1000 + Number(nanoseconds) / 1e6,
    });
  return entries;
}
