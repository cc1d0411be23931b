import { expect, it } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { createImportReader } from './import-reader.ts';

verifies('recall:read:parse-cached', 'the same text is parsed once, another text anew', async () => {
  const importsOf = createImportReader();
  const first = await importsOf('a.ts', "import './b.ts';\n");
  expect(first.references).toMatchObject([{ specifier: './b.ts', line: 1 }]);
  expect(await importsOf('a.ts', "import './b.ts';\n")).toBe(first);
  expect((await importsOf('a.ts', "import './c.ts';\n")).references).toMatchObject([{ specifier: './c.ts' }]);
});

it('forgets the texts used longest ago', async () => {
  const importsOf = createImportReader();
  const first = await importsOf('a.md', '0');
  for (let n = 1; n <= 500; n++) await importsOf('a.md', String(n));
  expect(await importsOf('a.md', '0')).not.toBe(first);
});
