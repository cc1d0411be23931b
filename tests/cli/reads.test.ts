/**
 * A read changes nothing: every tool that says so, every command that is not named here as one that writes, and every
 * resource, on a repository where there is much to tidy up. A new tool or command fails here until it has a row.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { openApp } from '../helpers/app.ts';
import { faultyRepository, PACKS } from '../helpers/faults.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { git, madeOnce, repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { treeOf } from '../helpers/tree.ts';

/** Why each may change what lies outside of the data directory. */
const WRITING_COMMANDS: Readonly<Record<string, string>> = {
  init: 'sets the project up',
  ui: 'writes the page with --export, and with --edit what the page is used for',
  hub: 'writes the directory of the hub, as all of its commands; none of them opens this repository',
  'hub add': 'a repository of the hub',
  'hub audit': 'of the hub',
  'hub list': 'of the hub',
  'hub migrate': 'the database of the hub',
  'hub remove': 'a repository of the hub',
  'hub token': 'a token of the hub',
  'stash init': 'makes .context/',
  'stash add': 'adds an entry',
  'pack list': 'puts expired packs aside',
  'pack create': 'makes a pack',
  'pack edit': 'changes a pack',
  'pack refresh': 'changes a pack',
  'pack keep': 'changes a pack',
  'pack restore': 'changes a pack',
  'pack delete': 'deletes a pack',
  'contexts generate': 'writes directory notes',
  'contexts stamp': 'writes directory notes',
  'contexts edit': 'writes directory notes',
};

/** Words behind the name; `EXPIRED` stands for the id of an expired pack. */
const READING_COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  serve: [[]],
  index: [[]],
  search: [['retries'], ['audit record', '--json']],
  outline: [['src/pay.ts'], ['src/edited.ts', '--json']],
  show: [['pay'], ['pay', '--with', 'callers,tests', '--json']],
  refs: [['pay']],
  callers: [['pay', '--depth', '2']],
  callees: [['pay']],
  hierarchy: [['pay']],
  impact: [[], ['pay']],
  bundle: [['how are retries counted']],
  'bundle show': [['last'], ['last', '--audit']],
  'bundle verify': [['last']],
  recall: [['retry three times']],
  ask: [['how are retries counted']],
  read: [['src/pay.ts']],
  grep: [['retries']],
  'stash show': [['00001'], ['00002']],
  'stash list': [[]],
  'stash search': [['retry']],
  'stash refs': [[]],
  'pack show': [['EXPIRED'], ['pay-flow'], ['finished']],
  'contexts list': [[]],
  'contexts show': [['src/old']],
  'contexts check': [[]],
  'contexts validate': [[]],
  check: [[], ['--format', 'github'], ['--json']],
  brief: [[], ['src/pay.ts']],
  files: [[]],
  open: [['src/pay.ts'], ['src/edited.ts:1-5']],
  status: [[]],
  stats: [[]],
  log: [[]],
  doctor: [[]],
  tour: [[]],
  completions: [['bash']],
};

const READING_TOOLS: Readonly<Record<string, Record<string, unknown>>> = {
  'repo.status': {},
  'repo.list_files': {},
  'repo.open_file': { path: 'src/pay.ts', start_line: 1, end_line: 3 },
  'repo.outline': { path: 'src/edited.ts' },
  'repo.search': { query: 'retries' },
  'repo.symbol': { symbol: 'edited', with: ['callers', 'callees', 'tests', 'usages'] },
  'repo.references': { symbol: 'retries' },
  'repo.build_context_bundle': { prompt: 'how are retries counted' },
  'repo.refresh_index': {},
  'repo.audit_log': {},
  'context.get': { ref: '00001' },
  'context.list': {},
  'context.search': { query: 'retry' },
  output: {},
  list_contexts: {},
  query_context: { scope: 'src/old' },
  check_freshness: {},
  context_search: { query: 'retry three times' },
  read_file: { path: 'src/pay.ts' },
  grep_codebase: { pattern: 'retries' },
};

/** Also an expired pack that is finalized and committed, one that was put aside, and one that will not expire. */
const untidyRepository = madeOnce(async () => {
  const { root } = await faultyRepository();
  // A broken pack fails every list, which is not what is to be seen here.
  rmSync(join(root, PACKS, 'pk_aaaaaaaa.md'));
  const { call, app } = await openApp(root);
  const input = async (args: Record<string, unknown>) => {
    const { value, isError, text } = await call('input', args);
    if (isError) throw new Error(text);
    return value.payload;
  };
  const aside = await input({ action: 'create', name: 'put-aside', ttl_minutes: 60 });
  expire(root, aside.id);
  await input({});
  expect(readdirSync(join(root, PACKS))).not.toContain(`${aside.id}.md`);
  const finalized = async (name: string) => {
    const { id } = await input({ action: 'create', name, ttl_minutes: 60 });
    const section = { id, section_key: 'flow' };
    const place = { path: 'src/pay.ts', line_start: 1, line_end: 2 };
    await input({ action: 'upsert_section', ...section, section_title: 'Flow', expected_revision: 1 });
    await input({ action: 'upsert_ref', ...section, ref_key: 'pay', ...place, expected_revision: 2 });
    await input({ action: 'set_status', id, status: 'finalized', expected_revision: 3 });
    return id;
  };
  await finalized('finished');
  const expired = await finalized('forgotten');
  await app.close();
  expire(root, expired);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'packs');
  return { root, expired: expired as string };
});

function expire(root: string, id: string): void {
  const file = join(root, PACKS, `${id}.md`);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/^expires_at: .*$/m, 'expires_at: 2026-01-01T00:00:00Z'),
  );
}

const DATA = { without: ['.repo_mcp', '.git/pilotbook'] };

test('every command either reads or is known to write', () => {
  const names = COMMANDS.map(({ name }) => name).sort();
  expect([...Object.keys(READING_COMMANDS), ...Object.keys(WRITING_COMMANDS)].sort()).toEqual(names);
});

describe('nothing outside of the data directory changes', () => {
  test('by any command that reads', async () => {
    const { root, expired } = await untidyRepository();
    await runProgram(root, ['index']);
    const before = treeOf(root, DATA);
    for (const [name, calls] of Object.entries(READING_COMMANDS))
      for (const words of calls) {
        const given = words.map((word) => (word === 'EXPIRED' ? expired : word));
        const line = [...name.split(' '), ...given];
        const { status, stderr } = await runProgram(root, line);
        expect([0, 1], `${line.join(' ')}: ${stderr}`).toContain(status);
        expect(treeOf(root, DATA), line.join(' ')).toEqual(before);
      }
  });

  test('by any tool that says it only reads, or by any resource', async () => {
    const { root, expired } = await untidyRepository();
    await runProgram(root, ['index']);
    const client = await connectClient(root, undefined, undefined, ['--tool-names', 'spec']);
    const { tools } = await client.listTools();
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
    expect(reading.map(({ name }) => name).filter((name) => READING_TOOLS[name] === undefined)).toEqual([]);
    const before = treeOf(root, DATA);
    for (const { name } of reading)
      for (const args of [READING_TOOLS[name] ?? {}, ...(name === 'output' ? [{ id: expired }] : [])]) {
        await client.callTool({ name, arguments: args });
        expect(treeOf(root, DATA), name).toEqual(before);
      }
    const { resources } = await client.listResources();
    expect(resources.some(({ uri }) => uri.startsWith('pilotbook://pack/'))).toBe(true);
    for (const uri of [...resources.map((each) => each.uri), `pilotbook://pack/${expired}`]) {
      await client.readResource({ uri }).catch(() => {});
      expect(treeOf(root, DATA), uri).toEqual(before);
    }
  });
});

test('what check advises of an expired pack brings it back, for good', async () => {
  const { root, expired } = await untidyRepository();
  const { stdout } = await runProgram(root, ['check']);
  const advice = /pilotbook (pack restore \w+)\./.exec(stdout)?.[1] ?? '';
  expect(advice).toBe(`pack restore ${expired}`);
  expect(await runProgram(root, ['pack', 'show', expired])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`pilotbook pack restore ${expired}`),
  });
  expect(await runProgram(root, advice.split(' '))).toMatchObject({
    status: 0,
    stdout: `${expired}  revision 5, no expiry\n`,
  });
  expect((await runProgram(root, ['pack', 'show', 'forgotten'])).stdout).toContain('- expires_at: never\n');
  expect((await runProgram(root, ['pack', 'restore', 'put-aside', '--ttl', '90'])).stdout).toMatch(
    /expires in 1h\n$/,
  );
});

test('at the command line a finalized pack expires only if somebody said so', async () => {
  const root = repository({});
  const finalize = async (name: string, ...options: string[]) => {
    await runProgram(root, ['pack', 'create', name, ...options]);
    await runProgram(root, [
      'pack',
      'edit',
      name,
      'upsert_section',
      'section_key=flow',
      'section_title=Flow',
    ]);
    const diagram = ['section_key=flow', 'diagram_key=pay', 'title=Pay', 'mermaid=graph TD'];
    await runProgram(root, ['pack', 'edit', name, 'upsert_diagram', ...diagram]);
    return (await runProgram(root, ['pack', 'edit', name, 'set_status', 'status=finalized'])).stdout;
  };
  expect(await finalize('lasting')).toMatch(/revision 4, no expiry\n$/);
  expect(await finalize('passing', '--ttl', '120')).toMatch(/revision 4, expires in 1h\n$/);
  expect((await runProgram(root, ['pack', 'keep', 'passing'])).stdout).toMatch(/revision 5, no expiry\n$/);
});
