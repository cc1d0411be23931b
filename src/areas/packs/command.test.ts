import { expect, test } from 'vitest';
import { type Fields, parseCommand } from './command.ts';

/** Who calls: a client, or a person at the command line. */
const CLIENT = { commandLine: false };
const PERSON = { commandLine: true };
const target = { id: 'pk_abcdefgh', expected_revision: 1 };
const invalid = (message: RegExp) =>
  expect.objectContaining({ kind: 'invalid', code: 'invalid_data', message: expect.stringMatching(message) });

test('no action is a list of the newest fifty', () => {
  expect(parseCommand({}, CLIENT)).toEqual({
    action: 'list',
    listing: { status: undefined, query: undefined, limit: 50, offset: 0 },
  });
});

test.each<[Fields, RegExp]>([
  [{ action: 'upsert_section', ...target, section_key: 'ab', title: 'T' }, /use section_title/],
  [{ action: 'upsert_ref', ...target, section_key: 'ab', ref_key: 'cd', title: 'T' }, /use ref_title/],
  [{ action: 'list', id: 'pk_abcdefgh' }, /list does not take id; it takes status, query/],
  [{ action: 'create', ttl_minutes: 5, expected_revision: 1 }, /create does not take expected_revision/],
  [{ action: 'get', name: 'abc', query: 'x' }, /get does not take query/],
  [{ action: 'touch_ttl', ...target, section_key: 'ab' }, /touch_ttl does not take section_key/],
  [{ action: 'create' }, /^ttl_minutes is required/],
  [{ action: 'create', ttl_minutes: 5, name: 'ab' }, /^name must have/],
  [{ action: 'create', ttl_minutes: 5, name: 'pk_abcdefgh' }, /^name must not look like/],
  [{ action: 'get' }, /^id or name is required/],
  [{ action: 'get', id: ' ' }, /^id or name is required/],
  [{ action: 'get', id: 'pk_abcdefgh', name: 'abc' }, /not both/],
  [{ action: 'get', id: 'my-pack' }, /^id must be pk_/],
  [{ action: 'delete_pack', id: 'pk_abcdefgh' }, /^expected_revision is required/],
  [{ action: 'upsert_section', ...target }, /^section_key is required/],
  [
    { action: 'upsert_section', ...target, section_key: 'ab', section_title: ' ' },
    /^section_title is required/,
  ],
  [{ action: 'upsert_diagram', ...target, section_key: 'ab', diagram_key: 'cd', mermaid: '' }, /^mermaid is/],
  [{ action: 'set_meta', ...target }, /^set_meta needs title, brief or tags/],
  [{ action: 'set_status', ...target }, /^status is required/],
])('%j is refused', (fields, message) => {
  expect(() => parseCommand(fields, CLIENT)).toThrow(invalid(message));
});

test('blank clears an optional field, absent leaves it', () => {
  expect(
    parseCommand({ action: 'upsert_ref', ...target, section_key: 'ab', ref_key: 'cd', ref_why: ' ' }, CLIENT),
  ).toEqual({
    action: 'upsert_ref',
    target: { id: 'pk_abcdefgh' },
    revision: 1,
    section: 'ab',
    ref: { key: 'cd', title: undefined, why: null, group: undefined },
    place: { path: undefined, lineStart: undefined, lineEnd: undefined },
  });
});

test('a name of id form is an id, and other names are trimmed', () => {
  expect(parseCommand({ action: 'get', name: ' pk_abcdefgh ' }, CLIENT)).toMatchObject({
    target: { id: 'pk_abcdefgh' },
  });
  expect(parseCommand({ action: 'get', name: ' my pack ' }, CLIENT)).toMatchObject({
    target: { name: 'my pack' },
  });
});

test('a person may leave the time out, and by that keep a pack for good; a client may not', () => {
  expect(parseCommand({ action: 'create' }, PERSON)).toMatchObject({ pack: { ttlMinutes: undefined } });
  expect(parseCommand({ action: 'create', ttl_minutes: 5 }, PERSON)).toMatchObject({
    pack: { ttlMinutes: 5 },
  });
  expect(parseCommand({ action: 'touch_ttl', ...target }, PERSON)).toMatchObject({ ttl: 'none' });
  expect(parseCommand({ action: 'touch_ttl', ...target }, CLIENT)).toMatchObject({ ttl: {} });
});
