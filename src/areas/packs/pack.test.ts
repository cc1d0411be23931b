import { describe, expect, test } from 'vitest';
import {
  newPack,
  requireDraft,
  requireStatus,
  withDiagram,
  withMeta,
  withoutDiagram,
  withoutRef,
  withoutSection,
  withRef,
  withSection,
  withStatus,
} from './pack.ts';
import type { Pack } from './types.ts';

const section = (
  key: string,
  more: { title?: string; description?: string | null; order?: number } = {},
) => ({
  key,
  title: more.title,
  description: more.description,
  order: more.order,
});
const ref = (
  key: string,
  more: { title?: string | null; why?: string | null; group?: string | null } = {},
) => ({
  key,
  title: more.title,
  why: more.why,
  group: more.group,
});
const place = { path: 'a.ts', lines: { start: 1, end: 2 }, anchor: undefined };
const invalid = expect.objectContaining({ kind: 'invalid', code: 'invalid_data' });
const notFound = expect.objectContaining({ kind: 'not_found' });

function empty(): Pack {
  return newPack({
    id: 'pk_abcdefgh',
    name: 'demo',
    title: undefined,
    brief: undefined,
    tags: [' a ', 'b', 'a'],
    sections: [],
    now: 0,
    expiresAt: 1,
  });
}
const withOne = () => withSection(empty(), section('one', { title: 'One' }));

test('a new pack is a draft at revision 1, its tags trimmed and each once', () => {
  expect(empty()).toEqual({
    id: 'pk_abcdefgh',
    name: 'demo',
    status: 'draft',
    tags: ['a', 'b'],
    sections: [],
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
    expiresAt: 1,
    changes: [],
  });
  expect(() => withMeta(empty(), { title: undefined, brief: undefined, tags: ['a', ' '] })).toThrow(invalid);
});

describe('meta', () => {
  test('absent fields stay, null clears', () => {
    const titled = withMeta(empty(), { title: 'T', brief: 'B', tags: undefined });
    expect(titled).toMatchObject({ title: 'T', brief: 'B', tags: ['a', 'b'] });
    const cleared = withMeta(titled, { title: null, brief: undefined, tags: [] });
    expect(cleared).toMatchObject({ brief: 'B', tags: [] });
    expect('title' in cleared).toBe(false);
  });
});

describe('sections', () => {
  test('a new one needs a title and comes last, an old one keeps its place and what is not given', () => {
    expect(() => withSection(empty(), section('one'))).toThrow(invalid);
    const two = withSection(withOne(), section('two', { title: 'Two', description: 'd' }));
    expect(two.sections.map(({ key }) => key)).toEqual(['one', 'two']);
    const again = withSection(two, section('one', { title: 'New' }));
    expect(again.sections.map(({ key, title }) => [key, title])).toEqual([
      ['one', 'New'],
      ['two', 'Two'],
    ]);
    expect(withSection(two, section('two')).sections[1]).toMatchObject({ title: 'Two', description: 'd' });
    expect('description' in (withSection(two, section('two', { description: null })).sections[1] ?? {})).toBe(
      false,
    );
  });

  test('order is a place from 0, and past the end means last', () => {
    const three = ['two', 'tri'].reduce(
      (pack, key) => withSection(pack, section(key, { title: key })),
      withOne(),
    );
    const keys = (pack: Pack) => pack.sections.map(({ key }) => key);
    expect(keys(withSection(three, section('tri', { order: 0 })))).toEqual(['tri', 'one', 'two']);
    expect(keys(withSection(three, section('one', { order: 99 })))).toEqual(['two', 'tri', 'one']);
    expect(keys(withSection(three, section('new', { title: 'N', order: 1 })))).toEqual([
      'one',
      'new',
      'two',
      'tri',
    ]);
  });

  test('one that is not there cannot be removed', () => {
    expect(withoutSection(withOne(), 'one').sections).toEqual([]);
    expect(() => withoutSection(empty(), 'one')).toThrow(notFound);
  });
});

describe('refs', () => {
  test('a new one needs a place, an old one keeps what is not given', () => {
    expect(() => withRef(withOne(), 'one', ref('r1'), undefined)).toThrow(invalid);
    const first = withRef(withOne(), 'one', ref('r1', { title: 'T', why: 'W', group: 'G' }), place);
    const moved = withRef(first, 'one', ref('r1'), { ...place, path: 'b.ts' });
    expect(moved.sections[0]?.refs).toEqual([
      { key: 'r1', path: 'b.ts', lines: { start: 1, end: 2 }, title: 'T', why: 'W', group: 'G' },
    ]);
    const cleared = withRef(moved, 'one', ref('r1', { why: null }), undefined);
    expect(cleared.sections[0]?.refs[0]).toEqual({
      key: 'r1',
      path: 'b.ts',
      lines: { start: 1, end: 2 },
      title: 'T',
      group: 'G',
    });
  });

  test('section and key must be there to remove', () => {
    const first = withRef(withOne(), 'one', ref('r1'), place);
    expect(withoutRef(first, 'one', 'r1').sections[0]?.refs).toEqual([]);
    expect(() => withoutRef(first, 'one', 'r2')).toThrow(notFound);
    expect(() => withoutRef(first, 'two', 'r1')).toThrow(notFound);
    expect(() => withRef(first, 'two', ref('r1'), place)).toThrow(notFound);
  });

  test('the range of a place is checked', () => {
    expect(() => withRef(withOne(), 'one', ref('r1'), { ...place, lines: { start: 3, end: 2 } })).toThrow(
      invalid,
    );
  });
});

describe('diagrams', () => {
  const diagram = (key: string, more: { title?: string; mermaid?: string; why?: string | null } = {}) => ({
    key,
    title: more.title,
    mermaid: more.mermaid,
    why: more.why,
  });

  test('a new one needs title and source, an old one keeps what is not given', () => {
    expect(() => withDiagram(withOne(), 'one', diagram('d1', { title: 'T' }))).toThrow(invalid);
    const first = withDiagram(withOne(), 'one', diagram('d1', { title: 'T', mermaid: 'graph TD', why: 'W' }));
    expect(withDiagram(first, 'one', diagram('d1', { title: 'U' })).sections[0]?.diagrams).toEqual([
      { key: 'd1', title: 'U', mermaid: 'graph TD', why: 'W' },
    ]);
    expect(withoutDiagram(first, 'one', 'd1').sections[0]?.diagrams).toEqual([]);
    expect(() => withoutDiagram(first, 'one', 'd2')).toThrow(notFound);
  });
});

describe('states', () => {
  const filled = () => withRef(withOne(), 'one', ref('r1'), place);
  const state = expect.objectContaining({ kind: 'state', code: 'invalid_state' });

  test('only a pack with content can be finalized', () => {
    expect(() => withStatus(empty(), 'finalized', [])).toThrow(state);
    expect(() => withStatus(withOne(), 'finalized', [])).toThrow(state);
    expect(withStatus(filled(), 'finalized', []).status).toBe('finalized');
  });

  test('a stale ref forbids it and is told', () => {
    const stale = [{ section: 'one', ref: 'r1', reason: 'gone' }];
    expect(() => withStatus(filled(), 'finalized', stale)).toThrow(
      expect.objectContaining({ kind: 'state', code: 'stale_ref', details: { stale_refs: stale } }),
    );
  });

  test('back to draft always works, and the same state is no change', () => {
    const done = withStatus(filled(), 'finalized', []);
    expect(withStatus(done, 'draft', []).status).toBe('draft');
    expect(withStatus(done, 'finalized', [{ section: 'one', ref: 'r1', reason: 'gone' }])).toEqual(done);
  });

  test('a finalized pack does not change', () => {
    const done = withStatus(filled(), 'finalized', []);
    expect(() => requireDraft(done)).toThrow(state);
    expect(() => requireDraft(filled())).not.toThrow();
    expect(() => requireStatus(done, 'draft')).toThrow(state);
    expect(() => requireStatus(done, undefined)).not.toThrow();
  });
});
