import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/helpers/full-run.ts';
import { parseYaml } from '../../../core/text/index.ts';
import { appendYaml, editYaml, type FieldEdit } from './yaml-edit.ts';

async function edited(text: string, ...edits: FieldEdit[]): Promise<string> {
  const yaml = await parseYaml(text);
  if (!yaml.ok) throw new Error(yaml.problem);
  return await editYaml(text, yaml.document, edits);
}

const TEXT = `# Ours, by hand.
version: 1
summary:   'Old'   # why it is so

# About the files.
files:
    - name: a.ts
      purpose: "A"
decisions: # keep
  - what: X
    why: |
      # not a comment

      text
dependencies:
  internal:
    - src
  # these we chose
  external: [zod]
todos: []
`;

describe('editing one field', () => {
  test('replaces the value and leaves the rest to the byte', async () => {
    expect(await edited(TEXT, { path: ['summary'], value: 'New: one' })).toBe(
      TEXT.replace("summary:   'Old'", 'summary: "New: one"'),
    );
    expect(await edited(TEXT, { path: ['files'], value: [{ name: 'b.ts', purpose: 'B' }] })).toBe(
      TEXT.replace(/files:\n.*\n.*\n/, 'files:\n  - name: b.ts\n    purpose: B\n'),
    );
    expect(await edited(TEXT, { path: ['decisions'], value: [] })).toBe(
      TEXT.replace(/decisions: [\s\S]*text\n/, 'decisions: []\n'),
    );
  });

  test('takes a field away with its lines, and no comment of others', async () => {
    expect(await edited(TEXT, { path: ['files'], value: undefined })).toBe(
      TEXT.replace(/files:\n.*\n.*\n/, ''),
    );
    expect(await edited(TEXT, { path: ['nothing'], value: undefined })).toBe(TEXT);
  });

  test('puts a new field where its order says', async () => {
    expect(await edited(TEXT, { path: ['scope'], value: 'src' }, { path: ['exports'], value: ['a'] })).toBe(
      TEXT.replace('version: 1\n', 'version: 1\nscope: src\n').replace(
        'purpose: "A"\n',
        'purpose: "A"\nexports:\n  - a\n',
      ),
    );
    const first = await edited('# head\nsummary: S\n', { path: ['version'], value: 1 });
    expect(first).toBe('# head\nversion: 1\nsummary: S\n');
  });

  test('several new fields at one place keep the order they were given in', async () => {
    const edits: FieldEdit[] = [
      { path: ['interfaces'], value: ['i'] },
      { path: ['exports'], value: ['e'] },
      { path: ['config'], value: ['c'] },
    ];
    expect(await edited('version: 1\nsummary: S\n', ...edits)).toBe(
      'version: 1\nsummary: S\ninterfaces:\n  - i\nexports:\n  - e\nconfig:\n  - c\n',
    );
  });

  test('changes a key inside a field and keeps its neighbours', async () => {
    expect(await edited(TEXT, { path: ['dependencies', 'internal'], value: ['lib', 'src'] })).toBe(
      TEXT.replace('    - src\n', '    - lib\n    - src\n'),
    );
    expect(await edited(TEXT, { path: ['dependencies', 'internal'], value: undefined })).toBe(
      TEXT.replace('  internal:\n    - src\n', ''),
    );
  });

  test('changes a key of an item of a list', async () => {
    const text = 'decisions:\n- what: A\n  why: B # because\n- what: C\n  why: D\n';
    expect(await edited(text, { path: ['decisions', 0, 'anchors'], value: ['a.ts:1-2'] })).toBe(
      text.replace('# because\n', '# because\n  anchors:\n    - a.ts:1-2\n'),
    );
  });

  test('line ends stay as they are, and a missing last one is made good', async () => {
    const crlf = 'version: 1\r\nsummary: S # x\r\ntodos: []\r\n';
    expect(await edited(crlf, { path: ['summary'], value: 'T' }, { path: ['exports'], value: ['e'] })).toBe(
      'version: 1\r\nsummary: T # x\r\nexports:\r\n  - e\r\ntodos: []\r\n',
    );
    expect(await edited('version: 1\nsummary: S', { path: ['todos'], value: ['t'] })).toBe(
      'version: 1\nsummary: S\ntodos:\n  - t\n',
    );
  });

  test('a document on one line is written anew, with all it held', async () => {
    const text = '{version: 1, summary: S, todos: [a]}';
    const yaml = await parseYaml(
      await edited(text, { path: ['summary'], value: 'T' }, { path: ['todos'], value: undefined }),
    );
    expect(yaml).toMatchObject({ ok: true, value: { version: 1, summary: 'T' } });
  });

  test('a comment behind a value goes above a longer one', async () => {
    expect(await edited('a: 1\nsummary: S # why\n', { path: ['summary'], value: ['x'] })).toBe(
      'a: 1\n# why\nsummary:\n  - x\n',
    );
  });

  test('a written value comes with its comments', async () => {
    const edit: FieldEdit = { path: ['derived_fields'], value: ['a'], text: '  - a # 12345678' };
    expect(await edited('version: 1\n', edit)).toBe('version: 1\nderived_fields:\n  - a # 12345678\n');
  });
});

describe('adding to a list', () => {
  async function appended(text: string, field: string, item: unknown): Promise<string> {
    const yaml = await parseYaml(text);
    if (!yaml.ok) throw new Error(yaml.problem);
    return await appendYaml(text, yaml.document, field, item);
  }

  test('puts the item behind the last one, in the indentation of the list', async () => {
    const text = 'todos:\n    - a # first\n    # and then\n    - b # second\n# end\nsummary: S\n';
    expect(await appended(text, 'todos', 'c')).toBe(text.replace('# second\n', '# second\n    - c\n'));
    const flat = 'decisions:\n- what: A\n  why: |\n    B\n\nsummary: S\n';
    expect(await appended(flat, 'decisions', { what: 'C', why: 'D' })).toBe(
      flat.replace('    B\n', '    B\n- what: C\n  why: D\n'),
    );
  });

  test('makes a list of none, an empty one and one on a line', async () => {
    expect(await appended('version: 1\n', 'todos', 'a')).toBe('version: 1\ntodos:\n  - a\n');
    for (const list of ['[]', '[a]', ''])
      expect(await parseYaml(await appended(`version: 1\ntodos: ${list}\n`, 'todos', 'b'))).toMatchObject({
        value: { todos: list === '[a]' ? ['a', 'b'] : ['b'] },
      });
  });
});

test('whatever is written can be read back, and all other lines are the same', async () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 30 });
  const value = fc.oneof(
    words,
    fc.array(words, { maxLength: 3 }),
    fc.array(fc.record({ name: words, purpose: words }), { maxLength: 2 }),
  );
  await fc.assert(
    fc.asyncProperty(value, value, value, async (summary, files, internal) => {
      const result = await edited(
        TEXT,
        { path: ['summary'], value: summary },
        { path: ['files'], value: files },
        { path: ['dependencies', 'internal'], value: internal },
      );
      const yaml = await parseYaml(result);
      expect(yaml).toMatchObject({ ok: true });
      if (!yaml.ok) return;
      expect(yaml.value).toMatchObject({ summary, files, dependencies: { internal, external: ['zod'] } });
      for (const line of [
        '# Ours, by hand.',
        '# About the files.',
        '  # these we chose',
        '      # not a comment',
      ])
        expect(result).toContain(`${line}\n`);
    }),
    { numRuns: runs(100, 300) },
  );
});
