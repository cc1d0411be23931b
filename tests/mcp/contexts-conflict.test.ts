/** Two branches change the notes of one directory, and git cannot merge them. Real merges. */
import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Json, openApp, type TestApp } from '../helpers/app.ts';
import { runs } from '../helpers/full-run.ts';
import { git, repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { newDirectory, removeTree, temporaryDirectory } from '../helpers/temporary-directory.ts';

const NOTES = 'src/.context.yaml';
const text = (root: string) => readFileSync(join(root, NOTES), 'utf8');
const code = (...names: string[]) =>
  names
    .map((name) => `/** Makes ${name} from a number. */\nexport function ${name}(n: number) {}\n`)
    .join('\n');
const signal = new AbortController().signal;

interface Work extends TestApp {
  root: string;
  generate(): Promise<readonly Json[]>;
  decide(what: string, why?: string): Promise<void>;
  /** New declarations in a file, and the notes of them. */
  change(file: string, ...names: string[]): Promise<void>;
  replace(from: string | RegExp, to: string): void;
  shown(): Promise<Json>;
}

async function work(root: string): Promise<Work> {
  const opened = await openApp(root);
  const { contexts } = opened.app;
  const generate = () =>
    contexts.generate({
      scope: '.',
      full: false,
      stale: false,
      dryRun: false,
      jobs: 2,
      signal,
      progress: () => {},
    });
  return {
    ...opened,
    root,
    generate,
    decide: (what, why = 'Because') => contexts.edit('src', { decision: { what, why } }),
    async change(file, ...names) {
      write(root, { [`src/${file}`]: code(...names) });
      await generate();
    },
    replace: (from, to) => write(root, { [NOTES]: text(root).replace(from, to) }),
    shown: async () => (await opened.call('query_context', { scope: 'src' })).value.context,
  };
}

type Part = (on: Work) => Promise<void> | void;

const kept: string[] = [];
afterAll(() => kept.forEach(removeTree));

/** Made by the first test that asks, and copied for each: git and the generation take longer than most tests. */
function madeOnce(make: () => Promise<Work>): () => Promise<Work> {
  let made: string | undefined;
  return async () => {
    if (made === undefined) {
      const { root } = await make();
      made = newDirectory();
      kept.push(made);
      // The app that made it is still open, and writes to its own data only.
      cpSync(root, made, { recursive: true, filter: (path) => basename(path) !== '.repo_mcp' });
    }
    const copy = temporaryDirectory();
    cpSync(made, copy, { recursive: true });
    return work(copy);
  };
}

const generated = madeOnce(async () => {
  const root = repository({
    '.context.config.yaml': 'min_tokens: 0\n',
    'src/a.ts': code('alpha', 'beta'),
    'src/z.ts': code('zeta'),
  });
  git(root, 'init', '-q', '-b', 'main');
  const on = await work(root);
  await on.generate();
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'first');
  return on;
});

/** The notes are generated, then each side does its part on a branch of its own; each part of theirs is one commit. */
async function diverged(sides: { common?: Part; ours: Part; theirs: readonly Part[] }): Promise<Work> {
  const on = await generated();
  const commit = () => git(on.root, 'commit', '-q', '-a', '-m', 'next');
  if (sides.common !== undefined) {
    await sides.common(on);
    commit();
  }
  git(on.root, 'checkout', '-q', '-b', 'theirs');
  for (const part of sides.theirs) {
    await part(on);
    commit();
  }
  git(on.root, 'checkout', '-q', 'main');
  await sides.ours(on);
  commit();
  return on;
}

function stopsAtConflict({ root }: Work, ...command: string[]): void {
  expect(() => git(root, '-c', 'core.editor=true', ...command)).toThrow();
  expect(text(root)).toContain('<<<<<<<');
}

/** Theirs is merged into ours. */
async function merged(sides: { common?: Part; ours: Part; theirs: Part }): Promise<Work> {
  return mergedInStyle('merge', await diverged({ ...sides, theirs: [sides.theirs] }));
}

function mergedInStyle(style: string, on: Work): Work {
  stopsAtConflict(on, '-c', `merge.conflictStyle=${style}`, 'merge', '-q', 'theirs');
  return on;
}

const bothDecide: { ours: Part; theirs: Part } = {
  async ours(on) {
    await on.change('a.ts', 'alpha', 'beta', 'gamma');
    await on.decide('Ours is kept');
    await on.app.contexts.edit('src', { constraint: 'No floats' });
  },
  async theirs(on) {
    await on.change('z.ts', 'zeta', 'eta');
    await on.decide('Theirs is kept');
    await on.app.contexts.edit('src', { constraint: 'No clocks' });
  },
};
const bothDecided = madeOnce(() => diverged({ ...bothDecide, theirs: [bothDecide.theirs] }));
const bothDecisionsMerged = async (style = 'merge') => mergedInStyle(style, await bothDecided());
const fix = ({ app }: Work) => app.check({ fix: true, signal });

const WAYS = [
  ['contexts generate', (on: Work) => on.generate()],
  ['check --fix', fix],
] as const;

describe.each(['merge', 'diff3', 'zdiff3'])('marks in the style %s', (style) => {
  test.each(style === 'merge' ? WAYS : WAYS.slice(0, runs(1, WAYS.length)))(
    '%s keeps what people wrote on both sides and makes the rest anew',
    async (_, resolve) => {
      const on = await bothDecisionsMerged(style);
      await resolve(on);
      expect(text(on.root)).not.toMatch(/^(?:<{7}|\|{7}|={7}|>{7})/m);
      const { decisions, constraints, exports, files } = await on.shown();
      expect(decisions.map(({ what }: Json) => what)).toEqual(['Ours is kept', 'Theirs is kept']);
      expect(constraints).toEqual(['No clocks', 'No floats']);
      expect(exports.map((each: string) => each.replace(/\(.*/, ''))).toEqual([
        'alpha',
        'beta',
        'gamma',
        'zeta',
        'eta',
      ]);
      expect(files).toHaveLength(2);
      expect((await on.call('check_freshness', { scope: 'src' })).value.state).toBe('fresh');
      // Every derived field is still a machine's: the next change renews it.
      await on.change('a.ts', 'omega');
      expect((await on.shown()).exports).toHaveLength(3);
    },
  );
});

test('check names the conflict, says what to do, and never advises to remove the file', async () => {
  const on = await bothDecisionsMerged();
  const { findings } = await on.app.check({ rules: ['contexts/invalid'], fix: false, signal });
  const found = findings.find(({ file }) => file === NOTES);
  expect(found).toMatchObject({ severity: 'error', fixable: true });
  expect(found?.message).toContain('it contains merge conflict markers');
  expect(found?.advice).toContain('pilotbook check --fix');
  expect(found?.advice).not.toContain('remove');
  const { fixed, counts } = await fix(on);
  expect(fixed).toContainEqual(expect.objectContaining({ rule: 'contexts/invalid', file: NOTES }));
  expect(counts).toMatchObject({ error: 0, warning: 0 });
});

test('the order is the same whichever side is merged into the other', async () => {
  const one = await bothDecisionsMerged();
  const other = await merged({ ours: bothDecide.theirs, theirs: bothDecide.ours });
  for (const on of [one, other]) await on.generate();
  const { decisions, constraints } = await one.shown();
  expect(await other.shown()).toMatchObject({ decisions, constraints });
});

test('what both sides changed is kept twice, and said', async () => {
  const on = await merged({
    common: ({ decide }) => decide('Cents, not floats', 'As always'),
    ours: ({ replace }) => replace('As always', 'Rounding'),
    theirs: ({ replace }) => replace('As always', 'Auditors'),
  });
  const { stderr } = await runProgram(on.root, ['contexts', 'generate']);
  expect(stderr).toContain('decisions: both sides changed "Cents, not floats"; both texts are kept.');
  expect((await on.shown()).decisions).toEqual([
    { what: 'Cents, not floats', why: 'Auditors' },
    { what: 'Cents, not floats', why: 'Rounding' },
  ]);
});

test('the advice names the file as it is typed where the command was called, and a dry run resolves nothing', async () => {
  const { root } = await bothDecisionsMerged();
  const dry = await runProgram(root, ['contexts', 'generate', 'src', '--dry-run']);
  expect(dry.stderr).toContain('would resolve src: merge conflict\n');
  expect(dry.stderr).not.toMatch(/resolved|git add/);
  const before = text(root);
  expect((await runProgram(root, ['contexts', 'generate', 'src'])).stderr).toContain(
    'resolved   src: merge conflict; git add src/.context.yaml when it is right\n',
  );
  write(root, { [NOTES]: before });
  expect((await runProgram(join(root, 'src'), ['contexts', 'generate', '.'])).stderr).toContain(
    'resolved   .: merge conflict; git add .context.yaml when it is right\n',
  );
});

test('an item that one side changed and the other left alone stands once', async () => {
  const on = await merged({
    async common({ decide }) {
      await decide('First', 'Old reason');
      await decide('Second');
    },
    ours: ({ replace }) => replace('Old reason', 'New reason'),
    async theirs({ decide, replace }) {
      await decide('Third');
      replace('what: First', 'what: First # kept');
    },
  });
  await on.generate();
  expect((await on.shown()).decisions).toEqual([
    { what: 'First', why: 'New reason' },
    { what: 'Second', why: 'Because' },
    { what: 'Third', why: 'Because' },
  ]);
});

test('a summary that a person wrote on one side wins over a derived one', async () => {
  const on = await merged({
    ours: ({ change }) => change('a.ts', 'gamma'),
    async theirs({ change, app }) {
      await change('z.ts', 'eta');
      await app.contexts.edit('src', { summary: 'Written by hand.' });
    },
  });
  await on.generate();
  await on.generate();
  expect((await on.shown()).summary).toBe('Written by hand.');
});

test('a side that is no document is left alone, and the file stays as it is', async () => {
  const on = await merged({
    ours: ({ replace }) => replace(/^summary: .*$/m, 'summary: [broken'),
    theirs: ({ app }) => app.contexts.edit('src', { summary: 'Theirs.' }),
  });
  const before = text(on.root);
  const documents = await on.generate();
  expect(documents.find(({ scope }) => scope === 'src')).toMatchObject({ action: 'left alone' });
  expect(text(on.root)).toBe(before);
});

describe('the base of a picked commit is its parent', () => {
  const decisions = async (on: Work) => (await on.shown()).decisions.map(({ what }: Json) => what).toSorted();
  const reworded = {
    ours: ({ decide }: Work) => decide('G'),
    theirs: [
      ({ decide }: Work) => decide('E'),
      async ({ decide, replace }: Work) => {
        replace('what: E', 'what: F');
        await decide('H');
      },
    ],
  };
  const rewordedLater = madeOnce(() => diverged(reworded));

  test('rebase: what a later commit reworded does not come back', async () => {
    const on = await rewordedLater();
    git(on.root, 'checkout', '-q', 'theirs');
    stopsAtConflict(on, 'rebase', '-q', 'main');
    await on.generate();
    expect(await decisions(on)).toEqual(['E', 'G']);
    git(on.root, 'add', '-A');
    stopsAtConflict(on, 'rebase', '--continue');
    await on.generate();
    expect(await decisions(on)).toEqual(['F', 'G', 'H']);
  });

  test('cherry-pick: what the commit took over from its parent is not brought along', async () => {
    const on = await rewordedLater();
    stopsAtConflict(on, 'cherry-pick', 'theirs');
    await on.generate();
    expect(await decisions(on)).toEqual(['F', 'G', 'H']);
    const second = await diverged({
      ours: reworded.ours,
      theirs: [({ decide }) => decide('E'), ({ decide }) => decide('H')],
    });
    stopsAtConflict(second, 'cherry-pick', 'theirs');
    await second.generate();
    expect(await decisions(second)).toEqual(['G', 'H']);
  });

  test('cherry-pick of a first commit: it has no parent, and both sides are kept', async () => {
    const on = await diverged({ ours: ({ decide }) => decide('G'), theirs: [({ decide }) => decide('E')] });
    const root = git(on.root, 'commit-tree', 'theirs^{tree}', '-m', 'first').trim();
    stopsAtConflict(on, 'cherry-pick', root);
    await on.generate();
    expect(await decisions(on)).toEqual(['E', 'G']);
  });

  test('revert: what the commit brought goes, what came after it stays', async () => {
    const on = await diverged({
      common: ({ decide }) => decide('A'),
      ours: ({ decide }) => decide('E'),
      theirs: [],
    });
    await on.decide('G');
    git(on.root, 'commit', '-q', '-a', '-m', 'later');
    stopsAtConflict(on, 'revert', 'HEAD~1');
    await on.generate();
    expect(await decisions(on)).toEqual(['A', 'G']);
  });
});

test('of two numbers ours is kept, and theirs is said', async () => {
  const counts =
    (count: number): Part =>
    ({ root }) =>
      write(root, { [NOTES]: `${text(root)}current_state:\n  test_count: ${count}\n` });
  const on = await merged({ ours: counts(3), theirs: counts(5) });
  const { stderr } = await runProgram(on.root, ['contexts', 'generate']);
  expect(stderr).toContain('current_state.test_count: ours is kept; the other side has 5.');
  expect(text(on.root)).toMatch(/^current_state:\n {2}test_count: 3$/m);
});
