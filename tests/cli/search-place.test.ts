/** What `search` shows of a file on the command line. */
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const filler = (from: number) =>
  Array.from({ length: 50 }, (_, at) => `export const berth${from + at} = ${from + at};`).join('\n');
const TIDES = `${Array.from({ length: 25 }, (_, at) => `import { tide${at}, surge } from './surge-${at}.ts';`).join('\n')}

${filler(100)}

export function surgeOfTide(level: number) {
  const tide = level - mean;
  return tide > limit ? surge(tide) : 0;
}
`;
const OTHERS = Object.fromEntries(
  Array.from({ length: 6 }, (_, at) => [`src/dock${at}.ts`, `export const dock${at} = 'mole ${at}';\n`]),
);

test('code with the numbers of its lines, not the imports', async () => {
  const root = repository({ 'src/tides.ts': TIDES, ...OTHERS });
  const { stdout } = await runProgram(root, ['search', 'surge of the tide']);
  expect(stdout).toMatch(/^src\/tides\.ts:\d+-\d+ /m);
  const line = TIDES.split('\n').indexOf('export function surgeOfTide(level: number) {') + 1;
  expect(stdout).toContain(`${line}: export function surgeOfTide`);
  expect(stdout.split('\nsrc/dock')[0]).not.toMatch(/\d: import/);
});

test('a word on how sure it is: far ahead, or nothing that stands out', async () => {
  const mole = { 'src/a.ts': 'export const mole = 1;\n', 'src/b.ts': 'export const mole = 2;\n' };
  const far = repository({ ...mole, 'src/tides.ts': TIDES });
  const ahead = await runProgram(far, ['search', 'surgeOfTide level mole']);
  expect(ahead.stderr).toContain('src/tides.ts is far ahead of the others.');
  const near = repository(mole);
  const alike = await runProgram(near, ['search', 'why does the ferry wait beside mole']);
  expect(alike.stderr).toContain('No place stands out');
  expect(alike.stderr).not.toContain('far ahead');
});
