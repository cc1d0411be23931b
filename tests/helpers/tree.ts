/** Everything that can be told of a directory and all below it, to see whether anything changed. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** One line a path: kind and mode, time of the last change, and a hash of the content or the target of the link. */
export function treeOf(root: string, { without }: { without: readonly string[] }): Record<string, string> {
  const lines: Record<string, string> = {};
  const visit = (path: string) => {
    const place = join(root, path);
    const stat = lstatSync(place, { bigint: true });
    const content = stat.isFile()
      ? createHash('sha256').update(readFileSync(place)).digest('hex')
      : stat.isSymbolicLink()
        ? readlinkSync(place)
        : '';
    lines[path || '.'] = `${stat.mode.toString(8)} ${stat.mtimeNs} ${content}`;
    if (!stat.isDirectory()) return;
    for (const name of readdirSync(place).sort()) {
      const below = path === '' ? name : `${path}/${name}`;
      if (!without.includes(below)) visit(below);
    }
  };
  visit('');
  return lines;
}
