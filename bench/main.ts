/**
 * npm run bench -- speed --repo DIR     how long things take, beside ripgrep and bare Node in the same run
 * npm run bench -- scale …              how that grows with the tree, from 5,000 files to a million
 * npm run bench -- grep --repo DIR      grep_codebase over MCP, beside rg by hand in the same run
 * npm run bench -- startup              how long a client waits for the first answer
 * npm run bench -- quality …            how good the answers are, on tasks with known answers
 * npm run bench -- lines …              how much of what a change needs one answer shows, for how many characters
 * npm run bench -- anchors …            how well places in code are found again
 * npm run bench -- symbols …            how good and how fast answers about symbols are
 * npm run bench -- answers --repo DIR   how many bytes the same answer has as JSON and as text
 * npm run bench -- agent …              what an agent reads to answer a question, beside rg and sed
 * npm run bench -- hub …                a hub with many repositories on PostgreSQL
 */
interface Suite {
  run(args: string[]): Promise<void>;
}

const SUITES: Readonly<Record<string, () => Promise<Suite>>> = {
  speed: () => import('./speed/main.ts'),
  scale: () => import('./scale/main.ts'),
  grep: () => import('./grep/main.ts'),
  startup: () => import('./startup/main.ts'),
  quality: () => import('./quality/main.ts'),
  lines: () => import('./lines/main.ts'),
  anchors: () => import('./anchors/main.ts'),
  symbols: () => import('./symbols/main.ts'),
  answers: () => import('./answers/main.ts'),
  agent: () => import('./agent/main.ts'),
  hub: () => import('./hub/main.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const suite = SUITES[name];
if (suite === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(SUITES).join('|')} [options]`);
  process.exitCode = 2;
} else await (await suite()).run(args);
