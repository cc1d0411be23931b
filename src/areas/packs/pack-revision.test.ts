import { expect, test } from 'vitest';
import { advance, changedSince, checkRevision, newPack, withoutSection, withSection } from './pack.ts';
import type { Pack } from './types.ts';

function start(): Pack {
  const bare = { name: undefined, title: undefined, brief: undefined, tags: [], sections: [] };
  return newPack({ id: 'pk_abcdefgh', ...bare, now: 100, expiresAt: 1e9 });
}
const add = (pack: Pack, key: string, title = key, now = 200) =>
  advance(pack, withSection(pack, { key, title, description: undefined, order: undefined }), now);

test('a change raises the revision by one, no change leaves the very same pack', () => {
  const one = add(start(), 'one');
  expect(one).toMatchObject({ revision: 2, updatedAt: 200, createdAt: 100 });
  expect(add(one, 'one', 'one', 300)).toBe(one);
});

test('a clock that was set back does not make a pack older', () => {
  expect(add(add(start(), 'one', 'one', 500), 'two', 'two', 50).updatedAt).toBe(500);
});

test('it is known which sections changed, came or went since a revision', () => {
  let pack = add(start(), 'one'); // 2
  pack = add(pack, 'two'); // 3
  pack = add(pack, 'tri'); // 4
  pack = add(pack, 'one', 'One again'); // 5
  pack = advance(pack, withoutSection(pack, 'two'), 1); // 6
  expect(changedSince(pack, 6)).toEqual([]);
  expect(changedSince(pack, 5)).toEqual(['two']);
  expect(changedSince(pack, 4).sort()).toEqual(['one', 'two']);
  expect(changedSince(pack, 1).sort()).toEqual(['one', 'tri', 'two']);
});

test('a section of unknown age counts as changed', () => {
  const pack = { ...add(start(), 'one'), changes: [] };
  expect(changedSince(pack, 1)).toEqual(['one']);
});

test('the memory of removed sections is bounded', () => {
  let pack = start();
  for (let at = 0; at < 60; at++) {
    pack = add(pack, `key-${at}`);
    pack = advance(pack, withoutSection(pack, `key-${at}`), 1);
  }
  expect(pack.changes).toHaveLength(50);
  expect(changedSince(pack, 1)).toContain('key-59');
});

test('another revision is a conflict that says what to read again', () => {
  const pack = add(start(), 'one');
  expect(() => checkRevision(pack, 2)).not.toThrow();
  expect(() => checkRevision(pack, 1)).toThrow(
    expect.objectContaining({
      kind: 'conflict',
      code: 'revision_conflict',
      details: { expected_revision: 1, actual_revision: 2, changed_sections: ['one'] },
    }),
  );
  expect(() => checkRevision(pack, 9)).toThrow(
    expect.objectContaining({ details: { expected_revision: 9, actual_revision: 2, changed_sections: [] } }),
  );
});
