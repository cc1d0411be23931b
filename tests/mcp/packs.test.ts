import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.ts';
import { makeAnchor } from '../../src/core/anchors/index.ts';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { openPacks, type PackTools } from '../helpers/packs.ts';
import { repository, write } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';

const HANDLER = `use crate::claims::Claims;

/// Checks the signature.
pub async fn validate_token(token: &str) -> Result<Claims> {
    let header = decode_header(token)?;
    verify(header, token)
}
`;

async function setUp(files: Record<string, string> = { 'src/auth/handler.rs': HANDLER }) {
  const root = repository(files);
  return { root, packs: await openPacks(root) };
}

const create = async (packs: PackTools, more: Record<string, unknown> = {}): Promise<Json> =>
  (await packs.input({ action: 'create', ttl_minutes: 32, ...more })).payload;

/** A draft with one section and one ref on the function of HANDLER; the name is `auth-flow`. */
async function filled(packs: PackTools): Promise<Json> {
  const meta = { title: 'Auth', brief: 'Authentication flow', tags: ['auth', 'api'], name: 'auth-flow' };
  const { id } = await create(packs, meta);
  await packs.input({
    action: 'upsert_section',
    id,
    expected_revision: 1,
    section_key: 'section-key',
    section_title: 'Section Title',
    section_description: 'Section description',
  });
  const { payload } = await packs.input({
    action: 'upsert_ref',
    id,
    expected_revision: 2,
    section_key: 'section-key',
    ref_key: 'ref-key',
    path: 'src/auth/handler.rs',
    line_start: 4,
    line_end: 7,
    ref_title: 'Ref Title',
    ref_why: 'Main entry point for token validation',
    group: 'core',
  });
  return payload;
}

describe('input', () => {
  verifies(
    [
      'packs:id:form',
      'packs:create:draft',
      'packs:answer:input-json',
      'packs:answer:action-and-payload',
      'packs:input:action',
    ],
    'create answers with the new draft',
    async () => {
      const { packs } = await setUp();
      const answer = await packs.input({ action: 'create', ttl_minutes: 60, name: 'demo', tags: ['a'] });
      expect(answer).toEqual({
        action: 'create',
        payload: {
          id: expect.stringMatching(/^pk_[a-z2-7]{8}$/),
          name: 'demo',
          status: 'draft',
          revision: 1,
          tags: ['a'],
          created_at: '2026-02-20T11:28:00.000Z',
          updated_at: '2026-02-20T11:28:00.000Z',
          expires_at: '2026-02-20T12:28:00.000Z',
          ttl_remaining_seconds: 3600,
          ttl_remaining_human: '1h',
          sections: [],
        },
      });
    },
  );

  verifies(
    ['packs:input:no-arguments', 'packs:list:all'],
    'without arguments lists the packs, newest first',
    async () => {
      const { packs } = await setUp();
      expect(await packs.input()).toEqual({ action: 'list', payload: { count: 0, total: 0, packs: [] } });
      const first = await create(packs, { name: 'first' });
      packs.wait(1);
      const second = await create(packs, { name: 'second' });
      const { payload } = await packs.input();
      expect(payload).toMatchObject({ count: 2, total: 2 });
      expect(payload.packs.map(({ id }: Json) => id)).toEqual([second.id, first.id]);
      expect(payload.packs[1]).toEqual({
        id: first.id,
        name: 'first',
        status: 'draft',
        revision: 1,
        updated_at: '2026-02-20T11:28:00.000Z',
        expires_at: '2026-02-20T12:00:00.000Z',
        ttl_remaining_seconds: 31 * 60,
        ttl_remaining_human: '31m',
      });
    },
  );

  verifies(
    ['packs:list:status', 'packs:list:query', 'packs:list:limit', 'packs:list:offset'],
    'a list is narrowed by status and query and paged by limit and offset',
    async () => {
      const { packs } = await setUp();
      const { id, revision } = await filled(packs);
      for (const name of ['alpha', 'Beta', 'gamma']) {
        packs.wait(1);
        await create(packs, { name, tags: name === 'gamma' ? ['needle'] : [] });
      }
      await packs.input({ action: 'set_status', id, expected_revision: revision, status: 'finalized' });
      const names = async (args: object) =>
        (await packs.input({ action: 'list', ...args })).payload.packs.map(({ name }: Json) => name);
      expect(await names({ status: 'finalized' })).toEqual(['auth-flow']);
      expect(await names({ status: 'draft', query: 'BETA' })).toEqual(['Beta']);
      expect(await names({ query: 'needle' })).toEqual(['gamma']);
      expect(await names({ query: 'authentication' })).toEqual(['auth-flow']);
      expect(await names({ status: 'draft', limit: 2 })).toEqual(['gamma', 'Beta']);
      expect(await names({ status: 'draft', limit: 2, offset: 2 })).toEqual(['alpha']);
      expect((await packs.input({ action: 'list', limit: 1 })).payload).toMatchObject({ count: 1, total: 4 });
    },
  );

  verifies(
    ['packs:get:metadata', 'packs:concept:anchors'],
    'get gives the pack, with places and no code',
    async () => {
      const { root, packs } = await setUp();
      const { id } = await filled(packs);
      const { payload } = await packs.input({ action: 'get', name: 'auth-flow' });
      expect(payload).toMatchObject({ id, title: 'Auth', revision: 3 });
      expect(payload.sections).toEqual([
        {
          key: 'section-key',
          title: 'Section Title',
          description: 'Section description',
          refs: [
            {
              key: 'ref-key',
              path: 'src/auth/handler.rs',
              lines: { start: 4, end: 7 },
              title: 'Ref Title',
              why: 'Main entry point for token validation',
              group: 'core',
              anchored: true,
            },
          ],
          diagrams: [],
        },
      ]);
      const stored = readFileSync(join(root, '.agents/mcp/context_pack/packs', `${id}.md`), 'utf8');
      expect(stored).not.toContain('decode_header');
    },
  );

  verifies(
    ['packs:upsert_section:adds', 'packs:upsert_section:updates', 'packs:delete_section:removes'],
    'sections come, change and go',
    async () => {
      const { packs } = await setUp();
      const { id } = await create(packs);
      const change = async (revision: number, fields: object) =>
        (await packs.input({ id, expected_revision: revision, ...fields })).payload;
      await change(1, { action: 'upsert_section', section_key: 'one', section_title: 'One' });
      await change(2, {
        action: 'upsert_section',
        section_key: 'two',
        section_title: 'Two',
        section_order: 0,
      });
      const three = await change(3, {
        action: 'upsert_section',
        section_key: 'one',
        section_description: 'text',
      });
      expect(three.sections.map(({ key, title, description }: Json) => [key, title, description])).toEqual([
        ['two', 'Two', undefined],
        ['one', 'One', 'text'],
      ]);
      const four = await change(4, { action: 'delete_section', section_key: 'two' });
      expect(four.sections.map(({ key }: Json) => key)).toEqual(['one']);
      expect(four.revision).toBe(5);
    },
  );

  verifies(
    ['packs:upsert_ref:adds', 'packs:upsert_ref:updates', 'packs:delete_ref:removes'],
    'refs come, change and go; what is not given stays, blank clears',
    async () => {
      const { packs } = await setUp();
      const { id } = await filled(packs);
      const target = { id, section_key: 'section-key', ref_key: 'ref-key' };
      const changed = await packs.input({
        action: 'upsert_ref',
        ...target,
        expected_revision: 3,
        line_end: 5,
        ref_title: '',
      });
      expect(changed.payload.sections[0].refs).toEqual([
        {
          key: 'ref-key',
          path: 'src/auth/handler.rs',
          lines: { start: 4, end: 5 },
          why: 'Main entry point for token validation',
          group: 'core',
          anchored: true,
        },
      ]);
      const gone = await packs.input({ action: 'delete_ref', ...target, expected_revision: 4 });
      expect(gone.payload.sections[0].refs).toEqual([]);
      expect(
        await packs.fails('input', { action: 'delete_ref', ...target, expected_revision: 5 }),
      ).toMatchObject({
        kind: 'not_found',
        code: 'not_found',
      });
    },
  );

  verifies(
    ['packs:upsert_diagram:adds', 'packs:upsert_diagram:updates'],
    'diagrams come, change and go',
    async () => {
      const { packs } = await setUp();
      const { id } = await filled(packs);
      const target = { id, section_key: 'section-key', diagram_key: 'flow' };
      const added = await packs.input({
        action: 'upsert_diagram',
        ...target,
        expected_revision: 3,
        title: 'Flow',
        mermaid: 'graph TD; A-->B',
        diagram_why: 'the order of calls',
      });
      expect(added.payload.sections[0].diagrams).toEqual([
        { key: 'flow', title: 'Flow', mermaid: 'graph TD; A-->B', why: 'the order of calls' },
      ]);
      const changed = await packs.input({
        action: 'upsert_diagram',
        ...target,
        expected_revision: 4,
        title: 'New',
      });
      expect(changed.payload.sections[0].diagrams[0]).toMatchObject({
        title: 'New',
        mermaid: 'graph TD; A-->B',
      });
      const gone = await packs.input({ action: 'delete_diagram', ...target, expected_revision: 5 });
      expect(gone.payload.sections[0].diagrams).toEqual([]);
    },
  );

  verifies(
    'packs:set_meta:fields',
    'title, brief and tags change; what is not different is no change',
    async () => {
      const { packs } = await setUp();
      const { id } = await create(packs, { title: 'Old', brief: 'text' });
      const meta = { action: 'set_meta', id, title: 'New', brief: '', tags: ['x', 'x', ' y '] };
      const { payload } = await packs.input({ ...meta, expected_revision: 1 });
      expect(payload).toMatchObject({ title: 'New', tags: ['x', 'y'], revision: 2 });
      expect(payload).not.toHaveProperty('brief');
      expect((await packs.input({ ...meta, expected_revision: 2 })).payload.revision).toBe(2);
    },
  );

  verifies(
    ['packs:set_status:finalize', 'packs:set_status:reopen'],
    'a finalized pack takes no change but its status, its time and its end',
    async () => {
      const { packs } = await setUp();
      const { id } = await filled(packs);
      const status = (value: string, revision: number) =>
        packs.input({ action: 'set_status', id, expected_revision: revision, status: value });
      expect((await status('finalized', 3)).payload).toMatchObject({ status: 'finalized', revision: 4 });
      expect((await status('finalized', 4)).payload.revision).toBe(4);
      const section = { id, expected_revision: 4, section_key: 'section-key' };
      for (const fields of [
        { action: 'set_meta', id, expected_revision: 4, title: 'x' },
        { action: 'upsert_section', ...section, section_title: 'x' },
        { action: 'delete_section', ...section },
        { action: 'upsert_ref', ...section, ref_key: 'ref-key', ref_why: 'x' },
        { action: 'delete_ref', ...section, ref_key: 'ref-key' },
        { action: 'upsert_diagram', ...section, diagram_key: 'dd', title: 'x', mermaid: 'x' },
        { action: 'delete_diagram', ...section, diagram_key: 'dd' },
        { action: 'refresh', id, expected_revision: 4 },
      ])
        expect(await packs.fails('input', fields)).toMatchObject({
          kind: 'invalid_state',
          code: 'invalid_state',
        });
      await packs.input({ action: 'touch_ttl', id, expected_revision: 4, extend_minutes: 5 });
      expect((await status('draft', 5)).payload).toMatchObject({ status: 'draft', revision: 6 });
    },
  );

  test('only verified content can be finalized, and every stale ref is named', async () => {
    const { root, packs } = await setUp();
    const empty = await create(packs);
    const finalize = (id: string, revision: number) =>
      packs.fails('input', { action: 'set_status', id, expected_revision: revision, status: 'finalized' });
    expect(await finalize(empty.id, 1)).toMatchObject({ kind: 'invalid_state', code: 'invalid_state' });
    const { id } = await filled(packs);
    write(root, { 'src/auth/handler.rs': 'fn other() {}\n' });
    expect(await finalize(id, 3)).toMatchObject({
      kind: 'invalid_state',
      code: 'stale_ref',
      details: { stale_refs: [{ section: 'section-key', ref: 'ref-key', reason: expect.any(String) }] },
    });
    write(root, { 'src/auth/handler.rs': `// moved\n${HANDLER}` });
    const done = await packs.input({ action: 'set_status', id, expected_revision: 3, status: 'finalized' });
    expect(done.payload.status).toBe('finalized');
  });

  test('a pack is deleted with its revision, and only once', async () => {
    const { root, packs } = await setUp();
    const { id } = await create(packs, { name: 'demo' });
    expect(await packs.fails('input', { action: 'delete_pack', id, expected_revision: 2 })).toMatchObject({
      code: 'revision_conflict',
    });
    const { payload } = await packs.input({ action: 'delete_pack', id, expected_revision: 1 });
    expect(payload).toMatchObject({ id, name: 'demo', deleted: true });
    expect(readdirSync(join(root, '.agents/mcp/context_pack/packs'))).toEqual([]);
    expect(await packs.fails('input', { action: 'delete_pack', id, expected_revision: 1 })).toMatchObject({
      kind: 'not_found',
    });
  });

  describe('arguments', () => {
    const refusal = async (args: unknown) => {
      const { packs } = await setUp();
      const { id } = await filled(packs);
      const target = { id, expected_revision: 3, section_key: 'section-key' };
      const told = await packs.fails('input', { ...target, ...(args as object) });
      expect(told).toMatchObject({ error: true, kind: 'validation', code: 'invalid_data' });
      return told.message as string;
    };

    verifies('packs:aliases:section', 'a section takes its own names only', async () => {
      expect(await refusal({ action: 'upsert_section', title: 'x' })).toContain('section_title');
      expect(await refusal({ action: 'upsert_section', description: 'x' })).toContain('section_description');
    });

    verifies('packs:aliases:ref', 'a ref takes its own names only', async () => {
      expect(await refusal({ action: 'upsert_ref', ref_key: 'ref-key', title: 'x' })).toContain('ref_title');
      expect(await refusal({ action: 'upsert_ref', ref_key: 'ref-key', why: 'x' })).toContain('ref_why');
    });

    verifies('packs:aliases:diagram', 'a diagram takes its own names only', async () => {
      const diagram = { action: 'upsert_diagram', diagram_key: 'dd', title: 'x', mermaid: 'x' };
      expect(await refusal({ ...diagram, why: 'x' })).toContain('diagram_why');
    });

    test.each([
      { action: 'nonsense' },
      { action: 'upsert_section', section_key: 5 },
      { action: 'upsert_section', section_key: '../../x', section_title: 'x' },
      { action: 'upsert_section', section_key: 'ok', section_title: 'x', section_order: -1 },
      { action: 'upsert_ref', ref_key: 'rr', path: '../../etc/passwd', line_start: 1, line_end: 1 },
      { action: 'upsert_ref', ref_key: 'rr', path: '..\\..\\etc\\passwd', line_start: 1, line_end: 1 },
      { action: 'upsert_ref', ref_key: 'rr', path: '/etc/passwd', line_start: 1, line_end: 1 },
      { action: 'upsert_ref', ref_key: 'rr', path: '.env', line_start: 1, line_end: 1 },
      { action: 'upsert_ref', ref_key: 'rr', path: 'a\0b', line_start: 1, line_end: 1 },
      { action: 'upsert_ref', ref_key: 'rr', path: 'a'.repeat(1025), line_start: 1, line_end: 1 },
      { action: 'upsert_ref', ref_key: 'rr', path: 'a.ts', line_start: 0, line_end: 1 },
      { action: 'upsert_ref', ref_key: 'rr', path: 'a.ts', line_start: 5, line_end: 4 },
      { action: 'upsert_ref', ref_key: 'rr', path: 'a.ts', line_start: 1, line_end: 2001 },
      { action: 'upsert_ref', ref_key: 'rr', path: 'a.ts', line_start: 1.5, line_end: 2 },
      { action: 'upsert_ref', ref_key: 'rr' },
      { action: 'upsert_ref', ref_key: 'rr', path: 'a.ts' },
      { action: 'set_meta', section_key: undefined, title: 7 },
      { action: 'set_meta', section_key: undefined, tags: 'a' },
      { action: 'set_meta', section_key: undefined, tags: [''] },
    ])('%j is refused in the form of the specification', async (args) => {
      const message = await refusal(args);
      expect(message).not.toMatch(/\/tmp|node_modules|Error:/);
    });

    test('a name is unique, of fair length and not of id form', async () => {
      const { packs } = await setUp();
      await create(packs, { name: 'demo' });
      expect(await packs.fails('input', { action: 'create', ttl_minutes: 1, name: 'demo' })).toMatchObject({
        kind: 'conflict',
        code: 'conflict',
      });
      for (const name of ['ab', 'x'.repeat(121), 'pk_abcdefgh', 'two\nlines'])
        expect(await packs.fails('input', { action: 'create', ttl_minutes: 1, name })).toMatchObject({
          kind: 'validation',
          code: 'invalid_data',
        });
    });
  });
});

describe('revisions', () => {
  verifies('packs:revision:required', 'every change but create needs the revision', async () => {
    const { packs } = await setUp();
    const { id } = await filled(packs);
    for (const action of [
      'upsert_section',
      'delete_section',
      'upsert_ref',
      'delete_ref',
      'upsert_diagram',
      'delete_diagram',
      'set_meta',
      'set_status',
      'touch_ttl',
      'refresh',
      'delete_pack',
    ])
      expect(await packs.fails('input', { action, id }), action).toMatchObject({
        kind: 'validation',
        code: 'invalid_data',
        message: 'expected_revision is required.',
      });
  });

  verifies(
    ['packs:revision:conflict', 'packs:answer:failure-details'],
    'a late writer is told what changed since',
    async () => {
      const { packs } = await setUp();
      const { id } = await filled(packs);
      const late = { action: 'set_meta', id, expected_revision: 2, title: 'late' };
      expect(await packs.fails('input', late)).toMatchObject({
        error: true,
        kind: 'conflict',
        code: 'revision_conflict',
        details: { expected_revision: 2, actual_revision: 3, changed_sections: ['section-key'] },
      });
      expect((await packs.input({ action: 'get', id })).payload.title).toBe('Auth');
    },
  );
});

describe('time to live', () => {
  verifies('packs:ttl:create-requires', 'create needs ttl_minutes', async () => {
    const { packs } = await setUp();
    expect(await packs.fails('input', { action: 'create' })).toMatchObject({
      kind: 'validation',
      code: 'invalid_data',
      message: 'ttl_minutes is required.',
    });
    for (const ttl_minutes of [0, -5, 1.5, 2_628_001, '60'])
      expect(await packs.fails('input', { action: 'create', ttl_minutes })).toMatchObject({
        code: 'invalid_data',
      });
  });

  verifies('packs:ttl:exactly-one', 'touch_ttl needs exactly one field', async () => {
    const { packs } = await setUp();
    const { id } = await create(packs);
    const touch = { action: 'touch_ttl', id, expected_revision: 1 };
    expect(await packs.fails('input', touch)).toMatchObject({ kind: 'validation', code: 'ttl_required' });
    expect(await packs.fails('input', { ...touch, ttl_minutes: 1, extend_minutes: 1 })).toMatchObject({
      kind: 'validation',
      code: 'invalid_data',
    });
  });

  verifies(
    ['packs:ttl:absolute', 'packs:ttl:extend', 'packs:touch_ttl:sets', 'packs:touch_ttl:extends'],
    'ttl_minutes counts from now, extend_minutes from the end',
    async () => {
      const { packs } = await setUp();
      const { id } = await create(packs, { ttl_minutes: 60 });
      packs.wait(10);
      const set = await packs.input({ action: 'touch_ttl', id, expected_revision: 1, ttl_minutes: 20 });
      expect(set.payload).toMatchObject({ ttl_remaining_seconds: 20 * 60, revision: 2 });
      const more = await packs.input({ action: 'touch_ttl', id, expected_revision: 2, extend_minutes: 5 });
      expect(more.payload).toMatchObject({ ttl_remaining_seconds: 25 * 60, revision: 3 });
    },
  );

  verifies(
    'packs:ttl:purged',
    'an expired pack vanishes from lists, look-ups and the packs on disk',
    async () => {
      const { root, packs } = await setUp();
      const { id } = await create(packs, { name: 'demo', ttl_minutes: 5 });
      const kept = await create(packs, { ttl_minutes: 500 });
      packs.wait(5);
      const gone = { kind: 'not_found', code: 'not_found', details: { expired: { id, revision: 1 } } };
      expect(await packs.fails('output', { name: 'demo' })).toMatchObject(gone);
      expect((await packs.input()).payload.packs.map((pack: Json) => pack.id)).toEqual([kept.id]);
      expect(await packs.fails('output', { id })).toMatchObject(gone);
      expect(await packs.fails('input', { action: 'get', id })).toMatchObject(gone);
      const rename = { action: 'set_meta', id, expected_revision: 1, title: 'T' };
      expect(await packs.fails('input', rename)).toMatchObject(gone);
      const storage = join(root, '.agents/mcp/context_pack');
      expect(readdirSync(join(storage, 'packs'))).toEqual([`${kept.id}.md`]);
      expect(readdirSync(join(storage, 'expired'))).toContain(`${id}.md`);
    },
  );

  verifies('packs:touch_ttl:sets', 'touch_ttl restores a pack that has expired', async () => {
    const { root, packs } = await setUp();
    const { id } = await create(packs, { name: 'demo', ttl_minutes: 5 });
    packs.wait(5);
    expect(await packs.fails('input', { action: 'get', name: 'demo' })).toMatchObject({ kind: 'not_found' });
    const touch = { action: 'touch_ttl', name: 'demo', extend_minutes: 10 };
    expect(await packs.fails('input', { ...touch, expected_revision: 9 })).toMatchObject({
      code: 'revision_conflict',
    });
    const { payload } = await packs.input({ ...touch, expected_revision: 1 });
    expect(payload).toMatchObject({ id, revision: 2, ttl_remaining_seconds: 10 * 60 });
    expect(await packs.output({ name: 'demo' })).toContain(`- id: ${id}`);
    expect(readdirSync(join(root, '.agents/mcp/context_pack/packs'))).toEqual([`${id}.md`]);
  });
});

describe('output', () => {
  verifies(
    [
      'packs:output:by-name',
      'packs:output:always-markdown',
      'packs:answer:output-plain',
      'packs:concept:expanded',
      'packs:render:legend',
      'packs:render:title',
      'packs:render:legend-lines',
      'packs:render:expires-at',
      'packs:render:ttl-remaining',
      'packs:render:tags',
      'packs:render:content',
      'packs:render:section',
      'packs:render:group',
      'packs:render:ref-heading',
      'packs:render:ref-title',
      'packs:render:ref-path',
      'packs:render:ref-lines',
      'packs:render:ref-why',
      'packs:render:fence-language',
      'packs:render:line-numbers',
    ],
    'a pack is rendered to the letter of the format',
    async () => {
      const { packs } = await setUp();
      const { id } = await filled(packs);
      await packs.input({ action: 'set_status', id, expected_revision: 3, status: 'finalized' });
      expect(await packs.output({ name: 'auth-flow' })).toBe(`[LEGEND]
# Context pack: Auth
- id: ${id}
- name: auth-flow
- status: finalized
- revision: 4
- expires_at: 2026-02-20T12:00:00Z
- ttl_remaining: 32m
- tags: auth, api
- brief: Authentication flow

[CONTENT]
## Section Title [section-key]
Section description

### group: core
#### ref-key [section-key]
**Ref Title**
- path: src/auth/handler.rs
- lines: 4-7
- why: Main entry point for token validation

\`\`\`rust
   4: pub async fn validate_token(token: &str) -> Result<Claims> {
   5:     let header = decode_header(token)?;
   6:     verify(header, token)
   7: }
\`\`\`
`);
    },
  );

  verifies('packs:output:by-id', 'a pack is rendered by its id, also if it is given as a name', async () => {
    const { packs } = await setUp();
    const { id } = await filled(packs);
    const text = await packs.output({ id });
    expect(text).toContain('# Context pack: Auth');
    expect(await packs.output({ name: id })).toBe(text);
  });

  verifies(
    ['packs:output:no-arguments', 'packs:output:list-filters'],
    'without arguments lists the packs',
    async () => {
      const { packs } = await setUp();
      expect(await packs.output()).toBe('There are no context packs.\n');
      const { id } = await filled(packs);
      packs.wait(1);
      const other = await create(packs, { title: 'Other\nthing', ttl_minutes: 3000 });
      expect(await packs.output()).toBe(
        `# Context packs\n- ${other.id} Other thing (draft, revision 1, ttl 2d)\n- ${id} auth-flow: Auth (draft, revision 3, ttl 31m)\n`,
      );
      expect(await packs.output({ query: 'AUTH' })).toContain(id);
      expect(await packs.output({ status: 'finalized' })).toBe('There are no context packs.\n');
      expect(await packs.output({ limit: 1, offset: 1 })).toContain(id);
      expect(await packs.output({ limit: 1 })).toContain('1 of 2; offset and limit show the others.');
    },
  );

  verifies('packs:output:required-status', 'a status beside a name demands that state', async () => {
    const { packs } = await setUp();
    await filled(packs);
    expect(await packs.output({ name: 'auth-flow', status: 'draft' })).toContain('- status: draft');
    expect(await packs.fails('output', { name: 'auth-flow', status: 'finalized' })).toMatchObject({
      kind: 'invalid_state',
      message: 'The pack is draft, not finalized.',
    });
  });

  verifies('packs:output:no-format', 'format is refused', async () => {
    const { packs } = await setUp();
    await filled(packs);
    expect(await packs.fails('output', { name: 'auth-flow', format: 'json' })).toMatchObject({
      kind: 'validation',
      code: 'invalid_data',
      message: expect.stringContaining('"format"'),
    });
  });

  test('code that moved is followed and says so; edited code warns; lost code is not shown', async () => {
    const { root, packs } = await setUp();
    await filled(packs);
    write(root, { 'src/auth/handler.rs': `// a\n// b\n${HANDLER}` });
    const moved = await packs.output({ name: 'auth-flow' });
    expect(moved).toContain('- lines: 6-9 (moved from 4-7)');
    expect(moved).toContain('   6: pub async fn validate_token');
    write(root, { 'src/auth/handler.rs': HANDLER.replace('decode_header(token)?', 'parse(token)') });
    const edited = await packs.output({ name: 'auth-flow' });
    expect(edited).toContain('> edited since it was anchored: ');
    expect(edited).toContain('   5:     let header = parse(token);');
    write(root, { 'src/auth/handler.rs': 'fn something_else() {}\n' });
    const lost = await packs.output({ name: 'auth-flow' });
    expect(lost).toContain('> stale ref: ');
    expect(lost).not.toContain('something_else');
    rmSync(join(root, 'src/auth/handler.rs'));
    expect(await packs.output({ name: 'auth-flow' })).toContain('> stale ref: There is no such file.');
    write(root, { 'src/auth/handler.rs': HANDLER });
    expect(await packs.output({ name: 'auth-flow' })).not.toMatch(/^> /m);
  });

  test('a ref to what is not there is taken with a warning, and one bad ref hides no other', async () => {
    const { packs } = await setUp();
    const { id } = await filled(packs);
    const { payload, warnings } = await packs.input({
      action: 'upsert_ref',
      id,
      expected_revision: 3,
      section_key: 'section-key',
      ref_key: 'later',
      path: 'src/later.rs',
      line_start: 1,
      line_end: 2,
    });
    expect(warnings).toEqual([expect.stringContaining('There is no such file.')]);
    expect(payload.sections[0].refs[1]).toMatchObject({ key: 'later', anchored: false });
    const text = await packs.output({ id });
    expect(text).toContain('> stale ref: There is no such file.');
    expect(text).toContain('   4: pub async fn validate_token');
  });

  test('refresh takes the code as it is now and says what moved', async () => {
    const { root, packs } = await setUp();
    const { id } = await filled(packs);
    const fresh = await packs.input({ action: 'refresh', id, expected_revision: 3 });
    expect(fresh.payload).toMatchObject({ revision: 3, refreshed: { fresh: 1, changed: [] } });
    write(root, { 'src/auth/handler.rs': `// a\n${HANDLER}` });
    const { payload } = await packs.input({ action: 'refresh', id, expected_revision: 3 });
    expect(payload).toMatchObject({
      revision: 4,
      refreshed: {
        fresh: 0,
        changed: [
          {
            section: 'section-key',
            ref: 'ref-key',
            state: 'moved',
            from: 'src/auth/handler.rs:4-7',
            to: 'src/auth/handler.rs:5-8',
          },
        ],
      },
    });
    expect(await packs.output({ id })).toContain('- lines: 5-8\n');
  });

  test('a pack longer than a megabyte comes in pages that lead to each other', async () => {
    const long = Array.from({ length: 2000 }, (_, at) => `const value_${at} = "${'x'.repeat(300)}";`).join(
      '\n',
    );
    const { packs } = await setUp({ 'long.js': long });
    const { id } = await create(packs, { name: 'long' });
    await packs.input({
      action: 'upsert_section',
      id,
      expected_revision: 1,
      section_key: 'one',
      section_title: 'One',
    });
    for (const [at, ref_key] of ['first', 'second'].entries())
      await packs.input({
        action: 'upsert_ref',
        id,
        expected_revision: at + 2,
        section_key: 'one',
        ref_key,
        path: 'long.js',
        line_start: 1,
        line_end: 2000,
      });
    let seen = 0;
    let cursor: string | undefined;
    for (let page = 0; page < 5; page++) {
      const text = await packs.output(cursor === undefined ? { name: 'long' } : { name: 'long', cursor });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
      expect(text).toMatch(/^\[LEGEND\]\n# Context pack: long\n/);
      seen += text.match(/^ *\d+: const value_/gm)?.length ?? 0;
      cursor = /^- cursor: (\S+)$/m.exec(text)?.[1];
      if (cursor === undefined) break;
    }
    expect(seen).toBe(4000);
    expect(cursor).toBeUndefined();
    const first = /^- cursor: (\S+)$/m.exec(await packs.output({ id }))?.[1];
    await packs.input({ action: 'set_meta', id, expected_revision: 4, title: 'New' });
    expect(await packs.fails('output', { id, cursor: first })).toMatchObject({ kind: 'validation' });
    expect(await packs.fails('output', { id, cursor: 'made-up' })).toMatchObject({ kind: 'validation' });
  });
});

describe('failures', () => {
  verifies(
    [
      'packs:answer:failure-flag',
      'packs:answer:failure-json',
      'packs:answer:failure-kind',
      'packs:answer:failure-code',
      'packs:answer:failure-message',
      'packs:answer:failure-request-id',
    ],
    'a failure is strict JSON with the id of the request in its type',
    async () => {
      const { packs } = await setUp();
      for (const requestId of [123, 'abc'])
        for (const tool of ['input', 'output'] as const)
          expect(
            await packs.fails(
              tool,
              { ...(tool === 'input' ? { action: 'get' } : {}), name: 'nobody' },
              requestId,
            ),
          ).toEqual({
            error: true,
            kind: 'not_found',
            code: 'not_found',
            message: 'There is no such pack; it may have expired.',
            request_id: requestId,
            details: { hint: 'List the packs to find it.' },
          });
    },
  );

  verifies(
    ['packs:storage:malformed', 'packs:storage:never-skipped'],
    'a malformed file fails lists and look-ups and is named, never skipped',
    async () => {
      const { root, packs } = await setUp();
      const { id } = await filled(packs);
      writeFileSync(join(root, '.agents/mcp/context_pack/packs/pk_bbbbbbbb.md'), 'broken');
      const told = {
        kind: 'io_error',
        code: 'io_error',
        message: expect.stringContaining('pk_bbbbbbbb.md'),
        details: { file: 'pk_bbbbbbbb.md' },
      };
      expect(await packs.fails('input', {})).toMatchObject(told);
      expect(await packs.fails('output', {})).toMatchObject(told);
      expect(await packs.fails('output', { name: 'auth-flow' })).toMatchObject(told);
      expect(await packs.fails('input', { action: 'get', id: 'pk_bbbbbbbb' })).toMatchObject(told);
      expect(await packs.output({ id })).toContain('# Context pack: Auth');
    },
  );

  verifies('packs:storage:migration', 'another schema version asks for migration', async () => {
    const { root, packs } = await setUp();
    const { id } = await filled(packs);
    const file = join(root, '.agents/mcp/context_pack/packs', `${id}.md`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('schema_version: 2', 'schema_version: 1'));
    for (const args of [{}, { id }])
      expect(await packs.fails('output', args)).toMatchObject({
        kind: 'migration_required',
        code: 'migration_required',
        details: { file: `${id}.md`, schema_version: 1 },
      });
  });
});

describe('storage', () => {
  verifies(
    ['packs:storage:front-matter', 'packs:storage:place'],
    'a pack is packs/ID.md below the root, which may lie outside the repository',
    async () => {
      const root = repository({ 'a.ts': 'const a = 1;\n' });
      const elsewhere = repository({});
      const packs = await openPacks(root, { packRoot: join(elsewhere, 'deep', 'storage') });
      const { id } = await create(packs);
      const text = readFileSync(join(elsewhere, 'deep/storage/packs', `${id}.md`), 'utf8');
      expect(text).toMatch(new RegExp(`^---\nschema_version: 2\nid: ${id}\n[^]*\n---\n$`));
      expect(readdirSync(root)).toEqual(['a.ts']);
    },
  );

  verifies(
    ['packs:storage:create-lock', 'packs:storage:pack-lock'],
    'a name is taken and a pack is changed under the lock of its name',
    async () => {
      const root = repository({});
      let attempts = 0;
      const packs = await openPacks(root, { onToken: () => attempts++ });
      const { id } = await create(packs, { name: 'first' });
      const folder = join(root, '.agents/mcp/context_pack/packs');
      // Young locks that nobody can check hold.
      writeFileSync(join(folder, '.create.lock'), '');
      writeFileSync(join(folder, `${id}.lock`), '');
      let ended = 0;
      const calls = [
        packs.input({ action: 'create', ttl_minutes: 1, name: 'second' }),
        packs.input({ action: 'set_meta', id, expected_revision: 1, title: 'x' }),
      ];
      for (const call of calls) call.finally(() => ended++);
      attempts = 0;
      await eventually(() => expect(ended > 0 || attempts > 20).toBe(true));
      expect(ended).toBe(0);
      rmSync(join(folder, '.create.lock'));
      rmSync(join(folder, `${id}.lock`));
      await Promise.all(calls);
      expect(readdirSync(folder).filter((name) => name.includes('lock'))).toEqual([]);
    },
  );
});

describe('from a bundle', () => {
  const TEXT = 'const one = compute(1);\nconst two = compute(2);\n';

  test('a draft is made of its selections and their reasons', async () => {
    const root = repository({ 'src/a.ts': TEXT });
    const bundle = {
      selections: [
        {
          path: 'src/a.ts',
          startLine: 1,
          endLine: 2,
          rationale: 'defines one',
          anchor: makeAnchor('src/a.ts', TEXT, 1, 2),
        },
      ],
    };
    const packs = await openPacks(root, { bundle: async () => bundle });
    const { payload } = await packs.input({
      action: 'create',
      ttl_minutes: 5,
      name: 'made',
      from_bundle: 'bd_1',
    });
    expect(payload).toMatchObject({ status: 'draft', revision: 1 });
    expect(payload.sections[0]).toMatchObject({
      key: 'src-a-ts',
      refs: [{ why: 'defines one', anchored: true }],
    });
    expect(await packs.output({ name: 'made' })).toContain('   1: const one = compute(1);');
  });

  test('a bundle that is not there makes no pack', async () => {
    const { packs } = await setUp();
    expect(
      await packs.fails('input', { action: 'create', ttl_minutes: 5, from_bundle: 'bd_1' }),
    ).toMatchObject({ kind: 'not_found' });
    expect((await packs.input()).payload.total).toBe(0);
  });
});

describe('environment', () => {
  const load = (env: Record<string, string>, cwd: string) => loadConfig({ flags: {}, env, cwd });

  verifies('packs:environment:root', 'CONTEXT_PACK_ROOT is where packs are kept', async () => {
    const root = repository({});
    expect((await load({}, root)).packRoot).toBe(join(root, '.agents/mcp/context_pack'));
    expect((await load({ CONTEXT_PACK_ROOT: '/elsewhere/packs' }, root)).packRoot).toBe('/elsewhere/packs');
  });

  verifies(
    [
      'packs:environment:source-root',
      'packs:environment:source-root-default',
      'packs:environment:source-root-words',
    ],
    'CONTEXT_PACK_SOURCE_ROOT is the root of the source files; without it, or by four words, the working directory',
    async () => {
      const [root, cwd] = [repository({}), repository({})];
      expect((await load({ CONTEXT_PACK_SOURCE_ROOT: root }, cwd)).root).toBe(root);
      expect((await load({}, cwd)).root).toBe(cwd);
      for (const word of ['__SESSION_CWD__', 'session_cwd', 'cwd', '.'])
        expect((await load({ CONTEXT_PACK_SOURCE_ROOT: word }, cwd)).root, word).toBe(cwd);
    },
  );

  verifies('packs:environment:log', 'CONTEXT_PACK_LOG sets the level of the log', async () => {
    const root = repository({});
    expect((await load({}, root)).logLevel).toBe('info');
    expect((await load({ CONTEXT_PACK_LOG: 'mcp_context_pack=debug' }, root)).logLevel).toBe('debug');
    expect((await load({ CONTEXT_PACK_LOG: 'warn' }, root)).logLevel).toBe('warn');
  });
});

describe('architecture', () => {
  const AREA = join(import.meta.dirname, '../../src/areas/packs');
  const DOMAIN = ['types.ts', 'ttl.ts', 'pack.ts', 'ports.ts', 'render.ts'];
  const importsOf = (file: string) =>
    [...readFileSync(join(AREA, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from = '']) => from);

  verifies(
    ['packs:architecture:pure-domain', 'packs:architecture:no-outside-dependencies'],
    'the domain knows no disk, no storage, no protocol and no package',
    () => {
      const allowed =
        /^\.\/(types|ttl|pack|ports)\.ts$|^node:(crypto|util)$|core\/(errors|anchors\/index|text\/index)\.ts$/;
      for (const file of DOMAIN)
        expect(
          importsOf(file).filter((from) => !allowed.test(from)),
          file,
        ).toEqual([]);
    },
  );

  verifies(
    ['packs:architecture:ports', 'packs:architecture:use-cases'],
    'the use cases reach storage and code through ports only',
    () => {
      for (const file of ['tools.ts', 'input.ts', 'output.ts', 'lookup.ts', 'refs.ts'])
        expect(
          importsOf(file).filter((from) => /storage\/|workspace-code|core\/(store|workspace)/.test(from)),
          file,
        ).toEqual([]);
    },
  );
});
