/** Where the compressed grammars lie: beside the bundle in an installed package, in assets/ in a checkout. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { AppError } from '../errors.ts';

const decompress = promisify(brotliDecompress);

// From dist/main.js, from dist/chunks/*.js, and from src/core/languages/grammar-files.ts.
const PLACES = ['./grammars/', '../grammars/', '../../../assets/grammars/'];

export async function readGrammarFile(name: string): Promise<Uint8Array> {
  for (const place of PLACES) {
    const packed = await readFile(new URL(`${place}${name}.wasm.br`, import.meta.url)).catch(() => undefined);
    if (packed !== undefined) return decompress(packed);
  }
  throw new AppError(
    'unavailable',
    'grammar_missing',
    `The grammar file ${name}.wasm.br is not in this installation.`,
    {
      hint: 'Reinstall Pilotbook.',
    },
  );
}
