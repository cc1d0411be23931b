/** Subjects of past commits lift the files they changed; through the index, on real repositories. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestIndex } from '../../../../tests/helpers/code-index.ts';
import { eventually } from '../../../../tests/helpers/eventually.ts';
import { git, gitRepository, repository, write } from '../../../../tests/helpers/repository.ts';

/** Alike in all that a search sees. */
const FILES = {
  'src/aa.ts': 'export const one = "harbour";\n',
  'src/bb.ts': 'export const two = "harbour";\n',
  'src/cc.ts': 'export const six = "harbour";\n',
};

/** An empty line more changes no word. */
function commit(root: string, path: string, subject: string): void {
  write(root, { [path]: `${readFileSync(join(root, path), 'utf8')}\n` });
  git(root, 'commit', '-q', '-a', '-m', subject);
}

const QUESTION = 'pilot waits outside the harbour';

test('a file ranks higher if a commit that changed it was about what is asked', async () => {
  const root = gitRepository(FILES);
  const { find: before } = await openTestIndex(root);
  expect((await before(QUESTION))[0]).toBe('src/aa.ts');
  commit(root, 'src/cc.ts', 'Let the pilot wait outside');
  const { find } = await openTestIndex(root);
  expect((await find(QUESTION))[0]).toBe('src/cc.ts');
  expect((await find(QUESTION, { mode: 'hybrid' }))[0]).toBe('src/cc.ts');
});

test('a commit is no reason to show a file that holds no word of the question', async () => {
  const root = gitRepository({ ...FILES, 'src/dd.ts': 'export const ten = 10;\n' });
  commit(root, 'src/dd.ts', 'Let the pilot wait outside');
  const { find } = await openTestIndex(root);
  expect(await find(QUESTION)).not.toContain('src/dd.ts');
  expect(await find('pilot waits')).toEqual([]);
});

test('new commits are taken in by a refresh, and seen by other processes', async () => {
  const root = gitRepository(FILES);
  const { index, dataDir, find } = await openTestIndex(root);
  const { find: elsewhere } = await openTestIndex(root, { dataDir });
  commit(root, 'src/bb.ts', 'Let the pilot wait outside');
  await index.refresh();
  expect((await find(QUESTION))[0]).toBe('src/bb.ts');
  await eventually(async () => expect((await elsewhere(QUESTION))[0]).toBe('src/bb.ts'));
});

test('only the past of HEAD counts: what another branch committed does not', async () => {
  const root = gitRepository(FILES);
  git(root, 'switch', '-q', '-c', 'side');
  commit(root, 'src/cc.ts', 'Let the pilot wait outside');
  const { index, find } = await openTestIndex(root);
  expect((await find(QUESTION))[0]).toBe('src/cc.ts');
  git(root, 'switch', '-q', 'main');
  commit(root, 'src/bb.ts', 'Raise the fee for pilots');
  await index.refresh();
  expect((await find(QUESTION))[0]).toBe('src/bb.ts');
});

test('a commit that changed many files says little of each', async () => {
  const root = gitRepository(FILES);
  write(root, { 'src/aa.ts': `${FILES['src/aa.ts']}\n`, 'src/bb.ts': `${FILES['src/bb.ts']}\n` });
  git(root, 'commit', '-q', '-a', '-m', 'Pilot outside');
  commit(root, 'src/cc.ts', 'Pilot outside');
  const { find } = await openTestIndex(root);
  expect((await find(QUESTION))[0]).toBe('src/cc.ts');
});

test('below the top of a repository, paths are those of the workspace', async () => {
  const top = gitRepository(
    Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`app/${path}`, text])),
  );
  commit(top, 'app/src/bb.ts', 'Let the pilot wait outside');
  const { find } = await openTestIndex(join(top, 'app'));
  expect((await find(QUESTION))[0]).toBe('src/bb.ts');
});

test('without git there is no history, and nothing is written', async () => {
  const { dataDir, find } = await openTestIndex(repository(FILES));
  expect(await find(QUESTION)).toHaveLength(3);
  expect(existsSync(join(dataDir, 'history.json'))).toBe(false);
});

test.each(['', '{', '[]', '{"version":1}', 'null'])(
  'a damaged file (%j) is as good as none',
  async (text) => {
    const root = gitRepository(FILES);
    commit(root, 'src/cc.ts', 'Let the pilot wait outside');
    const { dataDir, index, find } = await openTestIndex(root);
    writeFileSync(join(dataDir, 'history.json'), text);
    expect(await find(QUESTION)).toHaveLength(3);
    await index.refresh();
    expect((await find(QUESTION))[0]).toBe('src/cc.ts');
  },
);
