/** The tour, in repositories of other people. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DECISION, QUESTION } from '../../src/adapters/cli/commands/tour.ts';
import { stem, words } from '../../src/core/text/index.ts';
import { MODES, SIGNALS, testWith } from '../helpers/probes.ts';
import { gitRepository, repository } from '../helpers/repository.ts';
import { PROGRAM, programEnvironment, runProgram } from '../helpers/run-program.ts';

const REFUNDS = `package shop

// RunRefund books what a customer gets back.
func RunRefund(orders []Order, ledger *Ledger) (int, error) {
	total := 0
	for _, order := range orders {
		if order.Paid {
			total += order.Total
		}
	}
	return total, ledger.Book(total)
}

func Close(ledger *Ledger) error {
	return ledger.Close()
}
`;

/** Every file with its text and time. */
function tree(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).mtimeMs} ${readFileSync(path, 'utf8')}`)
    .sort();
}

async function tour(root: string) {
  const temporary = repository({});
  const before = tree(root);
  const ran = await runProgram(root, ['tour'], { env: { TMPDIR: temporary, TEMP: temporary } });
  expect(tree(root)).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
  return ran;
}

test.each([
  ['with git', gitRepository],
  ['without git', repository],
])('a note is written, its code moves, and check, brief and recall find it: %s', async (_, make) => {
  const root = make({
    'README.md': '# Shop\n',
    'shop/refunds.go': REFUNDS,
    '.context/config.json': 'not JSON',
  });
  const { status, stdout, stderr } = await tour(root);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('On a copy of 1 of 2 files');
  expect(stdout).toContain(`--anchors shop/refunds.go:4-12 "${DECISION}"\n.context/00001.md\n`);
  expect(stdout).toContain(
    'The code of entry 00001 (shop/refunds.go:4-12) was edited and is now moved/refunds.go:4-13:',
  );
  expect(stdout).toContain('About moved/refunds.go:4-13 (moved from shop/refunds.go:4-12).');
  expect(stdout).toContain(`$ pilotbook recall "${QUESTION}"\n00001  decision  ${DECISION}\n`);
});

test('its example is from the source of the product, wherever it is started', async () => {
  const longer = REFUNDS.replace('return total, ', '\ttotal += 0\n\treturn total, ');
  const root = gitRepository({
    'build.go': longer,
    'bench/a.go': longer,
    'scripts/release/a.go': longer,
    'deep/down/src/shop/refunds.go': REFUNDS,
  });
  for (const place of [root, join(root, 'bench')]) {
    const { status, stdout } = await tour(place);
    expect(stdout).toContain('--anchors deep/down/src/shop/refunds.go:4-12');
    expect(stdout).toContain('is now moved/refunds.go:4-13:');
    expect(status).toBe(0);
  }
});

test('the question shares no word with the note', () => {
  const stems = (text: string) => new Set(words(text).map((word) => stem(word)));
  expect([...stems(QUESTION)].filter((word) => stems(DECISION).has(word))).toEqual([]);
});

test('of many files a few are copied', async () => {
  const files = Array.from({ length: 300 }, (_, n) => [
    `shop/f${n}.go`,
    REFUNDS.replaceAll('Refund', `Refund${n}`),
  ]);
  const { status, stdout } = await tour(repository(Object.fromEntries(files)));
  expect(stdout).toContain('On a copy of 40 of 300 files');
  expect(stdout).toContain('was edited and is now moved/');
  expect(status).toBe(0);
});

test.each([
  ['an empty directory', {}],
  ['texts only', { '-x.txt': 'some words\n', 'notes.txt': 'more words\n' }],
  ['a program without functions', { 'a.py': `X = [${'1, '.repeat(100)}]\n` }],
])('%s ends well and is told what is missing', async (_, files) => {
  const { status, stdout, stderr } = await tour(repository(files));
  expect(stderr).toContain('There is no file with a function');
  expect([status, stdout]).toEqual([0, '']);
});

testWith(MODES)('a read-only repository is shown like any other', async () => {
  const root = repository({ 'shop/refunds.go': REFUNDS });
  for (const path of ['shop', '.']) chmodSync(join(root, path), 0o555);
  const { status, stdout } = await tour(root);
  for (const path of ['.', 'shop']) chmodSync(join(root, path), 0o755);
  expect(stdout).toContain('00001  decision');
  expect(status).toBe(0);
});

testWith(SIGNALS)('Ctrl-C removes the copy', async () => {
  const root = repository({ 'shop/refunds.go': REFUNDS });
  const temporary = repository({});
  const child = spawn(process.execPath, [PROGRAM, 'tour'], {
    cwd: root,
    env: programEnvironment({ TMPDIR: temporary, TEMP: temporary }),
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  expect(readdirSync(temporary)).toHaveLength(1);
  child.kill('SIGINT');
  const [code] = await ended;
  expect(code).toBe(130);
  expect(readdirSync(temporary)).toEqual([]);
});
