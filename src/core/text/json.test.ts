import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lookUpInJson, removeFromJson, setInJson } from './json.ts';

const PATH = ['mcpServers', 'pilotbook'];
const SERVER = { command: 'npx', args: ['-y'] };

async function set(text: string | undefined, value: unknown = SERVER): Promise<string> {
  const edit = await setInJson(text, PATH, value);
  if (!edit.ok) throw new Error(edit.problem);
  return edit.text;
}

describe('setting a key', () => {
  test('comments, other servers, trailing commas and indentation stay', async () => {
    const text = '{\n\t// mine\n\t"mcpServers": {\n\t\t"other": { "command": "a" }, /* keep */\n\t},\n}\n';
    const edited = await set(text);
    expect(edited).toContain('// mine');
    expect(edited).toContain('/* keep */');
    expect(edited).toContain('"other": { "command": "a" }');
    expect(edited).toMatch(/\n\t\t"pilotbook": \{/);
    expect(await lookUpInJson(edited, PATH)).toEqual({ ok: true, value: SERVER });
  });

  test('an empty or missing file becomes an object', async () => {
    const whole = { mcpServers: { pilotbook: SERVER } };
    expect(JSON.parse(await set(''))).toEqual(whole);
    expect(JSON.parse(await set('  \n'))).toEqual(whole);
    expect(await set(undefined)).toBe(`${JSON.stringify(whole, null, 2)}\n`);
  });

  test('CRLF and a byte order mark stay', async () => {
    const edited = await set('\ufeff{\r\n  "a": 1\r\n}\r\n');
    expect(edited.startsWith('\ufeff{\r\n')).toBe(true);
    expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('setting the same twice changes nothing', async () => {
    const once = await set('{\n  "a": 1\n}\n');
    expect(await set(once)).toBe(once);
  });
});

async function remove(text: string): Promise<string> {
  const edit = await removeFromJson(text, PATH);
  if (!edit.ok) throw new Error(edit.problem);
  return edit.text;
}

describe('taking a key out', () => {
  test.each([
    '{\n  "mcpServers": {\n    "other": {\n      "command": "a" // why\n    }\n  }\n}\n',
    '{\n\t"mcpServers": {\n\t\t"other": { "command": "a" }, /* keep */\n\t},\n}\n',
    '{\r\n  "mcpServers": {\r\n    "b": 1 // one\r\n  }\r\n}\r\n',
    '{ "mcpServers": {\n  "b": [1, 2]\n} }',
    '{ "mcpServers": { "other": { "url": "https://example.com" } } }\n',
    '{"mcpServers":{"a":1}}',
    '{ "mcpServers": { "a": 1, } }',
    '{ "mcpServers": { "a": 1 /* one */ } }',
    '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
    '{\n  "mcpServers": {}\n}\n',
    '{ "mcpServers": {} }',
    '{\n  "theme": "dark"\n}\n',
    '{\n  "theme": "dark", // mine\n\n}\n',
    '{ "theme": "dark" }',
    '{\r\n\t"theme": {\r\n\t\t"a": 1 }\r\n}\r\n',
    '{\n  "a": {\n    "b": 1 } }',
    '{}\n',
    '{}',
    '',
    ' ',
    '\n',
    '\r\n\t\r\n',
    '\ufeff',
    '\ufeff\n',
  ])('gives back what was there before: %j', async (before) => {
    expect(await remove(before)).toBe(before);
    const older = await set(before, { command: 'old', args: ['-y', 'x'] });
    expect(await remove(await set(older))).toBe(before);
    expect(await remove(await set(before))).toBe(before);
  });

  test('whatever the layout, coming and going leaves no trace', async () => {
    const blanks = fc.constantFrom('', ' ', '\n', '\n  ', ' // c\n', ' /* c */ ');
    const value = fc.constantFrom('1', '"x"', '[1, 2]', '{ "y": 1 }', '{\n "y": [] }');
    const members = (keys: readonly string[]) =>
      fc
        .array(fc.tuple(fc.constantFrom(...keys), blanks, value, blanks), { minLength: 1, maxLength: 3 })
        .chain((list) =>
          fc
            .constantFrom('', ',')
            .map(
              (end) => list.map(([key, a, each, b], at) => `${a}"${key}${at}": ${each}${b}`).join(',') + end,
            ),
        );
    const file = fc.oneof(
      fc.tuple(members(['a', 'b']), blanks).map(([own, end]) => `{${own}${end}}\n`),
      fc
        .tuple(members(['a']), members(['b']), blanks, blanks)
        .map(([own, inner, a, b]) => `{${own.replace(/,$/, '')},${a}"mcpServers": {${inner}${b}}${b}}`),
    );
    await fc.assert(
      fc.asyncProperty(file, async (before) => {
        const there = await set(before);
        expect(await lookUpInJson(there, PATH)).toEqual({ ok: true, value: SERVER });
        expect(await remove(there)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  test('from among others leaves the others as they are', async () => {
    const text =
      '{\n  "mcpServers": {\n    "a": 1,\n    "pilotbook": 2, // ours\n    "b": 3 // theirs\n  }\n}\n';
    expect(await remove(text)).toBe(
      '{\n  "mcpServers": {\n    "a": 1,\n    // ours\n    "b": 3 // theirs\n  }\n}\n',
    );
  });

  test('the only one leaves an empty object', async () => {
    expect(await remove('{\n  "mcpServers": {\n    "pilotbook": 1\n  }\n}\n')).toBe(
      '{\n  "mcpServers": {}\n}\n',
    );
  });

  test('a key that is not there: nothing changes', async () => {
    expect(await remove('{ "a" : 1 }')).toBe('{ "a" : 1 }');
  });
});

describe('what is not an object is refused and not touched', () => {
  test.each([
    ['{ "a": ', 'not valid JSON at line 1'],
    ['{\n"a": 1,\n"b": oops }', 'not valid JSON at line 3'],
    ['[1, 2]', 'does not hold a JSON object'],
    ['"text"', 'does not hold a JSON object'],
    ['{ "mcpServers": [] }', '"mcpServers" is not an object'],
    ['{ "mcpServers": "x" }', '"mcpServers" is not an object'],
  ])('%j', async (text, problem) => {
    const edit = await setInJson(text, PATH, SERVER);
    expect(edit.ok).toBe(false);
    expect(edit.ok ? '' : edit.problem).toContain(problem);
  });
});
