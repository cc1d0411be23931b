/** Stash and packs on a disk that is full or read-only: a clear error, nothing lost, nothing left behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Json, openApp, type TestApp } from '../helpers/app.ts';
import { onFailingDisk } from '../helpers/failing-disk.ts';
import { repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';

const STASH = '.context';
const PACKS = '.agents/mcp/context_pack/packs';
/** More steps than any of these calls has. */
const MOST_STEPS = 60;

interface SetUp extends TestApp {
  root: string;
  pack: Json;
}

/** Two entries, and a pack with one section. */
async function setUp(): Promise<SetUp> {
  const root = repository({ [`${STASH}/config.json`]: '{}', 'src/a.ts': 'export const a = 1;\n' });
  const tools = await openApp(root);
  for (const markdown of ['# One\n', '# Two\n']) await works(tools, 'context.create', { markdown });
  const { payload } = await works(tools, 'input', { action: 'create', ttl_minutes: 60, name: 'demo' });
  const pack = await works(tools, 'input', section(payload, 'first'));
  return { root, ...tools, pack: pack.payload };
}

async function works({ call }: TestApp, tool: string, args: unknown): Promise<Json> {
  const { value, isError, text } = await call(tool, args);
  if (isError) throw new Error(text);
  return value;
}

const section = ({ id, revision }: Json, key: string) => ({
  action: 'upsert_section',
  id,
  expected_revision: revision,
  section_key: key,
  section_title: `Section ${key}`,
});

/** Every file of the folder with its text; temporary files and locks would show. */
function contents(root: string, folder: string): Record<string, string> {
  const names = readdirSync(join(root, folder)).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]));
}

/** The call with the disk failing at its first change, its second, and so on until it gets through. */
async function atEachStep(
  tools: SetUp,
  folder: string,
  tool: string,
  argsNow: () => unknown,
  check: (answer: Awaited<ReturnType<TestApp['call']>>) => Promise<void>,
): Promise<number> {
  for (let after = 0; after < MOST_STEPS; after++) {
    const args = await argsNow();
    const disk = { failure: 'ENOSPC', below: join(tools.root, folder), after } as const;
    const answer = await onFailingDisk(disk, () => tools.call(tool, args, `step-${after}`));
    if (!answer.isError) return after;
    await check(answer);
  }
  throw new Error('it never got through');
}

describe('a full disk', () => {
  verifies(
    'stash:errors:structured',
    'an entry is made whole or not at all, whichever step fails',
    async () => {
      const tools = await setUp();
      const before = contents(tools.root, STASH);
      const markdown = `# Three\n\n${'why '.repeat(2000)}\n`;
      const steps = await atEachStep(
        tools,
        STASH,
        'context.create',
        () => ({ markdown }),
        async ({ value, text }) => {
          expect(value).toEqual({
            error: {
              code: 'io_error',
              message: 'The disk is full: 00003.md',
              hint: 'Free some space and try again.',
            },
          });
          expect(text).not.toContain(tools.root);
          expect(contents(tools.root, STASH)).toEqual(before);
          expect((await works(tools, 'context.get', { ref: '2' })).markdown).toBe('# Two\n');
        },
      );
      expect(steps).toBeGreaterThan(3);
      expect(contents(tools.root, STASH)).toEqual({ ...before, '00003.md': markdown });
    },
  );

  test('an entry that is not made leaves at most whole files of its anchors, for others may rely on them', async () => {
    const tools = await setUp();
    const files = () => readdirSync(join(tools.root, STASH), { recursive: true, encoding: 'utf8' }).sort();
    const before = files();
    const whole = /^anchors(?:\/(?:\.gitattributes|[0-9a-f]{16}\.json))?$/;
    const args = { markdown: '# Three\n', anchors: ['src/a.ts:1'] };
    const steps = await atEachStep(
      tools,
      STASH,
      'context.create',
      () => args,
      async ({ value }) => {
        expect(value.error.code).toBe('io_error');
        expect(files().filter((file) => !whole.test(file))).toEqual(before);
      },
    );
    expect(steps).toBeGreaterThan(6);
    expect(files().filter((file) => file.endsWith('.json'))).toHaveLength(2);
    expect((await works(tools, 'context.get', { ref: '3' })).anchors).toMatchObject([{ state: 'fresh' }]);
  });

  verifies(
    ['packs:answer:failure-json', 'packs:answer:failure-kind', 'packs:answer:failure-request-id'],
    'a new pack is made whole or not at all, and no lock stays',
    async () => {
      const tools = await setUp();
      const before = contents(tools.root, PACKS);
      const args = { action: 'create', ttl_minutes: 60, name: 'other', brief: 'b'.repeat(500) };
      let step = 0;
      const steps = await atEachStep(
        tools,
        PACKS,
        'input',
        () => args,
        async ({ value, text }) => {
          expect(value).toEqual({
            error: true,
            kind: 'io_error',
            code: 'disk_full',
            message: expect.stringMatching(/^The disk is full: [\w.-]+$/),
            request_id: `step-${step++}`,
            details: { hint: 'Free some space and try again.' },
          });
          expect(text).not.toContain(tools.root);
          expect(contents(tools.root, PACKS)).toEqual(before);
          expect((await works(tools, 'input', { action: 'list' })).payload.total).toBe(1);
        },
      );
      expect(steps).toBeGreaterThan(5);
      expect((await works(tools, 'input', { action: 'list' })).payload.total).toBe(2);
      expect(Object.keys(contents(tools.root, PACKS))).toHaveLength(2);
    },
  );

  verifies(
    'packs:answer:failure-code',
    'a change is made whole or not at all, and other packs do not suffer',
    async () => {
      const tools = await setUp();
      const file = `${tools.pack.id}.md`;
      const other = (await works(tools, 'input', { action: 'create', ttl_minutes: 60 })).payload;
      const { [file]: old, ...others } = contents(tools.root, PACKS);
      const now = async () => (await works(tools, 'input', { action: 'get', id: tools.pack.id })).payload;
      const change = async () => section(await now(), 'second');
      const steps = await atEachStep(tools, PACKS, 'input', change, async ({ value }) => {
        expect(value).toMatchObject({ error: true, kind: 'io_error', code: 'disk_full' });
        const { [file]: text, ...rest } = contents(tools.root, PACKS);
        expect(rest).toEqual(others);
        // Once the new text is in place, only its way to the disk can fail: it is there, and whole.
        const keys = (await now()).sections.map(({ key }: Json) => key);
        expect(keys).toEqual(text === old ? ['first'] : ['first', 'second']);
        expect(await tools.call('output', { id: other.id })).toMatchObject({ isError: false });
      });
      expect(steps).toBeGreaterThan(5);
      expect((await now()).sections).toHaveLength(2);
      expect(Object.keys(contents(tools.root, PACKS)).sort()).toEqual([file, ...Object.keys(others)].sort());
    },
  );
});

describe('a read-only disk', () => {
  const readOnly = <T>(tools: SetUp, work: () => Promise<T>) =>
    onFailingDisk({ failure: 'EROFS', below: tools.root, after: 0 }, work);

  verifies('stash:errors:structured', 'entries are read, and a new one is refused', async () => {
    const tools = await setUp();
    const before = contents(tools.root, STASH);
    await readOnly(tools, async () => {
      expect((await works(tools, 'context.get', { ref: '1' })).markdown).toBe('# One\n');
      expect((await works(tools, 'context.search', { query: 'two' })).results).toHaveLength(1);
      expect((await tools.call('context.create', { markdown: '# Three' })).value.error).toEqual({
        code: 'io_error',
        message: 'The file system is read-only: 00003.md',
        hint: 'Choose a writable directory.',
      });
    });
    expect(contents(tools.root, STASH)).toEqual(before);
  });

  verifies('packs:answer:failure-kind', 'packs are read, and no change is taken', async () => {
    const tools = await setUp();
    const before = contents(tools.root, PACKS);
    const { id, revision } = tools.pack;
    const changes = [
      { action: 'create', ttl_minutes: 5, name: 'other' },
      { action: 'create', ttl_minutes: 5 },
      section(tools.pack, 'second'),
      { action: 'delete_pack', id, expected_revision: revision },
    ];
    await readOnly(tools, async () => {
      expect((await tools.call('output', { name: 'demo' })).text).toContain('Section first');
      expect((await works(tools, 'input', { action: 'list' })).payload.total).toBe(1);
      for (const args of changes)
        expect((await tools.call('input', args)).value).toMatchObject({
          kind: 'io_error',
          code: 'read_only',
          message: expect.stringMatching(/^The file system is read-only: [\w.-]+$/),
        });
    });
    expect(contents(tools.root, PACKS)).toEqual(before);
    await works(tools, 'input', section(tools.pack, 'second'));
  });
});

verifies(
  'packs:answer:failure-kind',
  'a file in the place of the pack directory is an io_error',
  async () => {
    const root = repository({ '.agents/mcp/context_pack': 'a file' });
    const { call } = await openApp(root);
    for (const args of [{ action: 'list' }, { action: 'create', ttl_minutes: 5 }]) {
      const { value, text } = await call('input', args);
      expect(value).toMatchObject({ kind: 'io_error', code: 'not_a_folder' });
      expect(text).not.toContain(root);
    }
    expect(readFileSync(join(root, '.agents/mcp/context_pack'), 'utf8')).toBe('a file');
  },
);
