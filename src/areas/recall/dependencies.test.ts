import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { openWorkspace } from '../../core/workspace/index.ts';
import { createDependencyReader, dependenciesOf } from './dependencies.ts';

/** Of a call that nobody cancels. */
const NEVER = new AbortController().signal;

const TEXT = "import './one.ts';\nimport './two.ts';\nimport './one.ts';\nimport './self.ts';\n";

async function open(files: Record<string, string>) {
  const root = repository({ ...files, 'src/self.ts': TEXT });
  const workspace = await openWorkspace({ root, maxFileBytes: 1_048_576, dataDir: join(root, '.repo_mcp') });
  const time = { now: 0 };
  const reader = createDependencyReader({ workspace, clock: { now: () => 0, elapsed: () => time.now } });
  const paths = async () =>
    (await dependenciesOf(reader, 'src/self.ts', TEXT, NEVER)).found.map(({ path }) => path);
  return { root, time, paths, reader };
}

describe('the dependencies of a file', () => {
  it('are each named once, without the file itself, in the order of its imports', async () => {
    const { paths } = await open({ 'src/two.ts': '', 'src/one.ts': '' });
    expect(await paths()).toEqual(['src/one.ts', 'src/two.ts']);
  });

  it('do not hold a file that has gone since the files were listed', async () => {
    const { paths, root } = await open({ 'src/one.ts': '', 'src/two.ts': '' });
    await paths();
    rmSync(join(root, 'src/one.ts'));
    expect(await paths()).toEqual(['src/two.ts']);
  });

  it('hold a file that was made since, after at most ten seconds', async () => {
    const { paths, root, time } = await open({ 'src/one.ts': '' });
    expect(await paths()).toEqual(['src/one.ts']);
    write(root, { 'src/two.ts': '' });
    time.now += 10_001;
    expect(await paths()).toEqual(['src/one.ts', 'src/two.ts']);
  });

  it('are none for a language that imports no files', async () => {
    const { reader } = await open({});
    expect(await dependenciesOf(reader, 'README.md', "import './one.ts'", NEVER)).toEqual({ found: [] });
  });
});
