/** Notes and the lines they speak of, in the text that a person reads. */
import { beforeEach, describe, expect, test } from 'vitest';
import { repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

async function run(cwd: string, ...args: string[]): Promise<string> {
  return (await runProgram(cwd, args)).stdout;
}

const CODE = 'def refund_order(order):\n    total = order.paid\n    return total\n';
let root = '';

beforeEach(async () => {
  root = repository({ 'shop/a.py': CODE, 'shop/b.py': 'def other():\n    return 2\n' });
  await run(root, 'stash', 'init');
  await run(root, 'stash', 'add', '--anchors', 'shop/a.py:1-3', '# Refunds are whole');
});

describe('stash show says where the lines are', () => {
  test('the lines alone as long as they are where they were', async () => {
    expect(await run(root, 'stash', 'show', '1')).toMatch(/^anchor: shop\/a\.py:1-3$/m);
  });

  test('what happened and where they were, once they moved', async () => {
    write(root, { 'shop/a.py': `import os\n\n${CODE}` });
    expect(await run(root, 'stash', 'show', '1')).toMatch(
      /^anchor: shop\/a\.py:3-5 {2}moved, was shop\/a\.py:1-3: \S.*$/m,
    );
  });

  test('no lines once they are gone', async () => {
    write(root, { 'shop/a.py': 'COLOURS = ["red"]\n' });
    expect(await run(root, 'stash', 'show', '1')).toMatch(
      /^anchor: shop\/a\.py {2}(?!fresh)\w+, was shop\/a\.py:1-3: \S.*$/m,
    );
  });
});

describe('the title of the note stands by the lines it governs', () => {
  test.each([
    ['search', 'refund_order'],
    ['search', '--places', 'refund_order'],
    ['open', 'shop/a.py'],
    ['outline', 'shop/a.py'],
    ['read', 'shop/a.py'],
  ])('%s %s', async (...args) => {
    expect((await run(root, ...args)).match(/^ {2}note 00001 {2}Refunds are whole$/gm)).toHaveLength(1);
  });

  test('and by no others', async () => {
    expect(await run(root, 'open', 'shop/b.py')).not.toContain('note');
  });
});
