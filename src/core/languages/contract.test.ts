import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageContract } from '../../../tests/contracts/language.ts';
import { ADAPTERS } from './adapters.ts';

const files = readdirSync(join(import.meta.dirname, '../../../tests/fixtures/languages')).filter(
  (file) => !file.endsWith('.expected.json'),
);

describe('the language contract', () => {
  it('is run for every adapter', () => {
    for (const adapter of ADAPTERS)
      expect(
        files.some((file) => adapter.supportsPath(file)),
        `${adapter.name} needs a fixture`,
      ).toBe(true);
  });

  for (const adapter of ADAPTERS)
    for (const file of files.filter((name) => adapter.supportsPath(name))) languageContract(adapter, file);
});
