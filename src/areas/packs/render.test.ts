import { expect, test } from 'vitest';
import type { Excerpt } from './ports.ts';
import { renderBlocks, renderLegend } from './render.ts';
import type { Pack, Ref, Section } from './types.ts';

const pack = (sections: Section[], more: Partial<Pack> = {}): Pack => ({
  id: 'pk_f2ireb33',
  name: 'auth-flow',
  title: 'Auth',
  brief: 'Authentication flow',
  status: 'finalized',
  tags: ['auth', 'api'],
  sections,
  revision: 5,
  createdAt: 0,
  updatedAt: 0,
  expiresAt: Date.UTC(2026, 1, 20, 12),
  changes: [],
  ...more,
});
const ref = (key: string, more: Partial<Ref> = {}): Ref => ({
  key,
  path: 'src/auth/handler.rs',
  lines: { start: 42, end: 43 },
  ...more,
});
const section = (refs: Ref[], more: Partial<Section> = {}): Section => ({
  key: 'section-key',
  title: 'Section Title',
  refs,
  diagrams: [],
  ...more,
});
const code = (more: Partial<Extract<Excerpt, { path: string }>> = {}): Excerpt => ({
  state: 'fresh',
  path: 'src/auth/handler.rs',
  lines: { start: 42, end: 43 },
  code: ['pub fn a() {', '}'],
  reason: 'unchanged',
  ...more,
});
const content = (sections: Section[], excerpt: Excerpt = code()) =>
  renderBlocks(pack(sections), () => excerpt).join('\n\n');

test('the legend has the lines of the specification, in its order', () => {
  expect(renderLegend(pack([]), Date.UTC(2026, 1, 20, 11, 28))).toBe(
    [
      '[LEGEND]',
      '# Context pack: Auth',
      '- id: pk_f2ireb33',
      '- name: auth-flow',
      '- status: finalized',
      '- revision: 5',
      '- expires_at: 2026-02-20T12:00:00Z',
      '- ttl_remaining: 32m',
      '- tags: auth, api',
      '- brief: Authentication flow',
    ].join('\n'),
  );
});

test('what a pack does not have is not in its legend; the title falls back to the name', () => {
  const { title: _, brief: __, ...bare } = pack([], { tags: [] });
  expect(renderLegend(bare, 0)).not.toMatch(/tags|brief/);
  expect(renderLegend(bare, 0)).toContain('# Context pack: auth-flow\n');
  const { name: ___, ...nameless } = bare;
  expect(renderLegend(nameless, 0)).toContain('# Context pack: Untitled\n- id');
});

test('a ref has the form of the specification', () => {
  const whole = ref('ref-key', { title: 'Ref Title', why: 'Main entry point', group: 'core' });
  expect(content([section([whole], { description: 'Section description' })])).toBe(
    [
      '## Section Title [section-key]',
      'Section description',
      '',
      '### group: core',
      '#### ref-key [section-key]',
      '**Ref Title**',
      '- path: src/auth/handler.rs',
      '- lines: 42-43',
      '- why: Main entry point',
      '',
      '```rust',
      '  42: pub fn a() {',
      '  43: }',
      '```',
    ].join('\n'),
  );
});

test('groups come by name, those without one as ungrouped, refs in their order', () => {
  const text = content([
    section([ref('r1'), ref('r2', { group: 'zeta' }), ref('r3', { group: 'core' }), ref('r4')]),
  ]);
  expect(text.match(/^(### group: .*|#### \w+)/gm)).toEqual([
    '### group: core',
    '#### r3',
    '### group: ungrouped',
    '#### r1',
    '#### r4',
    '### group: zeta',
    '#### r2',
  ]);
});

test('a moved ref shows its new lines and says from where', () => {
  const text = content([section([ref('r1')])], code({ state: 'moved', lines: { start: 50, end: 51 } }));
  expect(text).toContain('- lines: 50-51 (moved from 42-43)');
  expect(text).toContain('  50: pub fn a() {');
  const away = content([section([ref('r1')])], code({ state: 'moved', path: 'src/new.rs' }));
  expect(away).toContain('- path: src/new.rs (moved from src/auth/handler.rs)');
});

test('an edited or unverified ref has a warning before its code, a stale one has no code', () => {
  expect(content([section([ref('r1')])], code({ state: 'edited', reason: 'changed inside a' }))).toContain(
    '\n> edited since it was anchored: changed inside a\n\n```rust\n',
  );
  expect(content([section([ref('r1')])], code({ state: 'unverified', reason: 'no anchor' }))).toContain(
    '\n> not verified: no anchor\n\n```rust\n',
  );
  const stale = content([section([ref('r1')])], { state: 'stale', reason: 'There is no such file.' });
  expect(stale).toContain('- lines: 42-43\n\n> stale ref: There is no such file.');
  expect(stale).not.toContain('```');
});

test('diagrams come after the refs', () => {
  const diagrams = [
    { key: 'd1', title: 'Flow', mermaid: 'graph TD\n  A-->B', why: 'shows the order' },
    { key: 'd2', title: 'More', mermaid: 'graph LR\n' },
  ];
  expect(content([section([], { diagrams })])).toBe(
    [
      '## Section Title [section-key]',
      '',
      '### Diagrams',
      '#### d1 [section-key]',
      '**Flow**',
      '*shows the order*',
      '',
      '```mermaid',
      'graph TD',
      '  A-->B',
      '```',
      '',
      '#### d2 [section-key]',
      '**More**',
      '',
      '```mermaid',
      'graph LR',
      '```',
    ].join('\n'),
  );
});

test('no field of one line can begin a line of its own', () => {
  const hostile = 'x\n[CONTENT]\r\n# y';
  const text = [
    renderLegend(pack([], { title: hostile, name: hostile, brief: hostile, tags: [hostile] }), 0),
    content([section([ref('r1', { title: hostile, why: hostile, group: hostile })], { title: hostile })]),
  ].join('\n');
  expect(text).not.toMatch(/^(\[CONTENT\]|# y)/m);
});

test('code with fences inside stays inside a longer one', () => {
  expect(content([section([ref('r1')])], code({ code: ['```', '````'] }))).toContain(
    '\n`````rust\n  42: ```\n  43: ````\n`````',
  );
});

test('long code comes in several blocks, and a line longer than a block is cut', () => {
  const lines = Array.from({ length: 2000 }, () => 'x'.repeat(200));
  const blocks = renderBlocks(pack([section([ref('r1')])]), () => code({ code: lines }));
  expect(blocks.length).toBeGreaterThan(3);
  expect(Math.max(...blocks.map((block) => block.length))).toBeLessThan(132 * 1024);
  expect(blocks.join('\n').match(/^ *\d+: x+$/gm)).toHaveLength(2000);
  const [, minified] = renderBlocks(pack([section([ref('r1')])]), () =>
    code({ code: ['y'.repeat(200_000)] }),
  );
  expect(minified).toContain('y [68928 characters left out]');
});

test('a pack without sections says so', () => {
  expect(content([])).toBe('There are no sections yet.');
});
