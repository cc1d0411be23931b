/** Queries as people ask them, from the repository's own words: an identifier, two, or a handful of words of one line. */
import { runs } from '../../src/core/text/index.ts';
import { isRefusal, type Workspace } from '../../src/core/workspace/index.ts';

const LONGEST = 6;

export async function sampleQueries(workspace: Workspace, count: number): Promise<string[]> {
  const files = await workspace.files();
  const next = numbers();
  const queries: string[] = [];
  while (queries.length < count) {
    const path = files[Math.floor(next() * files.length)]?.path;
    const file = path === undefined ? undefined : workspace.readTextSync(path);
    if (file === undefined || isRefusal(file)) continue;
    const lines = file.text.split('\n');
    const words = runs(lines[Math.floor(next() * lines.length)] ?? '').filter((word) =>
      /\p{L}{3}/u.test(word),
    );
    if (words.length > 0) queries.push(words.slice(0, 1 + Math.floor(next() * LONGEST)).join(' '));
  }
  return queries;
}

/** The same on every run. */
function numbers(): () => number {
  let seed = 4_711;
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed / 0x8000_0000;
  };
}
