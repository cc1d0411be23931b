/**
 * Tests that use the best of what was taken: a test seldom has the words of the prompt, but it names the function. Asked by name, and
 * only where the name is in few files, since each of them is parsed.
 */
import { isTest, isTestFile } from '../file-kind/index.ts';
import { lineAt, type Mention, type SymbolSession } from '../symbols/index.ts';
import { byCodeUnit } from '../text/index.ts';
import type { AnalysedFile } from './analysed-file.ts';
import type { Unit } from './units.ts';

/** A declaration that is shown. */
export interface Taken {
  file: AnalysedFile;
  unit: Unit;
}

/** A test that uses it: its unit, and the line with the name. */
export interface TestOf<Of extends Taken = Taken> extends Taken {
  of: Of;
  line: number;
}

/** Declarations whose tests are looked for, and how many tests there are at most. */
const MOST_DECLARATIONS = 3;
const MOST_TESTS = 3;
/** Shorter names, and names in more files than this, are everywhere. */
const SHORTEST_NAME = 4;
const MOST_FILES = 40;

/** One test for each declaration, then a second one, and so on. */
export async function testsOf<Of extends Taken>(
  taken: readonly Of[],
  session: SymbolSession,
  open: (path: string) => Promise<AnalysedFile | undefined>,
): Promise<TestOf<Of>[]> {
  const own = taken.filter(({ file, unit }) => unit.declaration >= 0 && !isTest(file.path));
  const best = own.filter(({ unit }, at) => own.findIndex((other) => other.unit === unit) === at);
  const lists: TestOf<Of>[][] = [];
  for (const of of best.slice(0, MOST_DECLARATIONS)) lists.push(await testsOfOne(of, session, open));
  const found: TestOf<Of>[] = [];
  for (let round = 0; round < MOST_TESTS; round++)
    for (const list of lists) {
      const test = list[round];
      const isNew = test !== undefined && found.every(({ unit }) => unit !== test.unit);
      if (isNew && found.length < MOST_TESTS) found.push(test);
    }
  return found;
}

async function testsOfOne<Of extends Taken>(
  of: Of,
  session: SymbolSession,
  open: (path: string) => Promise<AnalysedFile | undefined>,
): Promise<TestOf<Of>[]> {
  const symbol = await session.describe({ path: of.file.path, index: of.unit.declaration });
  if (symbol === undefined || symbol.name.length < SHORTEST_NAME) return [];
  const files = await session.codeFilesWith(symbol.name);
  if (files.length > MOST_FILES || !files.some(isTest)) return [];
  const { mentions, aliased } = await session.mentions(symbol, isTest);
  const uses = [...mentions, ...aliased].filter(isUse).sort(byUse(of.file.path));
  const tests: TestOf<Of>[] = [];
  for (const { path, offset } of uses) {
    if (tests.length === MOST_TESTS) break;
    const file = await open(path);
    // A block that `init` wrote is never shown.
    if (file === undefined || file.hidden.length > 0) continue;
    const line = lineAt(file, offset);
    const unit = file.units.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
    if (unit === undefined || unit.isPreamble || tests.some((test) => test.unit === unit)) continue;
    tests.push({ of, file, unit, line });
  }
  return tests;
}

function isUse({ class: sort, role }: Mention): boolean {
  return (sort === 'certain' || sort === 'likely') && role !== 'import' && role !== 're-export';
}

/** Certain ones first, in tests before what tests need, in a file named as the one under test before others, calls before other uses. */
function byUse(path: string): (a: Mention, b: Mention) => number {
  const stem = stemOf(path);
  const rank = ({ path: test, class: sort, role }: Mention) =>
    (sort === 'certain' ? 0 : 8) +
    (isTestFile(test) ? 0 : 4) +
    (stemOf(test).includes(stem) ? 0 : 2) +
    (role === 'call' ? 0 : 1);
  return (a, b) => rank(a) - rank(b) || byCodeUnit(a.path, b.path) || a.offset - b.offset;
}

/** `redirects` of `src/redirects.py` */
function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/s, '');
}
