import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument } from './document.ts';
import { publishedSchema } from './document-schema.ts';

const SCHEMAS = new URL('../../../../docs/schemas/', import.meta.url);
const documents = (kind: string) =>
  readdirSync(new URL(`conformance/${kind}/`, SCHEMAS)).map(
    (name) => [name, readFileSync(new URL(`conformance/${kind}/${name}`, SCHEMAS), 'utf8')] as const,
  );

test('the published schema is the one that documents are read with', () => {
  expect(JSON.parse(readFileSync(new URL('context.schema.json', SCHEMAS), 'utf8'))).toEqual(
    publishedSchema(),
  );
});

test.each(documents('valid'))('%s is taken', async (_, text) => {
  expect((await parseDocument(text)).state).toBe('found');
});

test.each(documents('invalid'))('%s is refused', async (name, text) => {
  const read = await parseDocument(text);
  expect(read.state).toBe(name === 'version-two.yaml' ? 'unsupported' : 'corrupt');
});

test('a problem is told with its line', async () => {
  const text = 'version: 1\nscope: .\nlast_updated: x\nfingerprint: y\nsummary: z\nmaintenance: m\n';
  const lines = async (more: string) => {
    const read = await parseDocument(text + more);
    return read.state === 'corrupt' ? read.problems.map(({ line }) => line) : [];
  };
  expect(await lines('\nfiles:\n  - name: a\n    purpose: b\n  - name: c\n')).toEqual([11]);
  expect(await lines('sumary: x\n')).toEqual([7]);
  expect(await lines('todos: [\n')).toEqual([8]);
});
