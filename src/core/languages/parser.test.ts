import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGrammarFile } from './parser.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('the grammar files', () => {
  it('are those of the manifest', () => {
    const output = execFileSync(process.execPath, [join(ROOT, 'scripts/fetch-grammars.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect(output).toMatch(/^\d+ grammar files match the manifest\.$/m);
  });

  it('hold WebAssembly', async () => {
    const magic = [...(await readGrammarFile('python')).subarray(0, 4)];
    expect(magic).toEqual([0, 0x61, 0x73, 0x6d]);
  });

  it('say how to go on when one is missing', async () => {
    await expect(readGrammarFile('no-such-language')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'grammar_missing',
    });
  });
});
