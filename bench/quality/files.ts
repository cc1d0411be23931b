/** The text files of a checkout that an index would hold: no version control, no binary, nothing oversized. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['.git', 'node_modules', '.bench-commit']);
const LARGEST = 1024 * 1024;
/** A zero byte this early means that the file is not text. */
const SNIFFED = 8192;

export function* textFiles(root: string, below = ''): Generator<{ path: string; text: string }> {
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.has(entry.name)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* textFiles(root, path);
    else if (entry.isFile() && statSync(join(root, path)).size <= LARGEST) {
      const bytes = readFileSync(join(root, path));
      if (!bytes.subarray(0, SNIFFED).includes(0)) yield { path, text: bytes.toString('utf8') };
    }
  }
}
