/** The files of the page as the package has them: compressed, and read when they are first asked for. */
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { AppError } from '../../core/errors.ts';
import { assetFile } from '../../core/package-files.ts';

export interface Asset {
  type: string;
  /** Brotli. */
  packed: Buffer;
}

/** The only files there are: a path is looked up here and never opened. */
const TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'diagram.html': 'text/html; charset=utf-8',
  'diagram.js': 'text/javascript; charset=utf-8',
  'mermaid.js': 'text/javascript; charset=utf-8',
};

export const ASSET_NAMES: readonly string[] = Object.keys(TYPES);

/** Loaded by the frame of a diagram, which has no origin and so counts as another site. */
export const FRAME_ASSETS: readonly string[] = ['diagram.js', 'mermaid.js'];

/** Undefined if there is no such file. */
export async function readAsset(name: string): Promise<Asset | undefined> {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (type === undefined) return undefined;
  const file = assetFile(`page/${name}.br`);
  if (file === undefined)
    throw new AppError(
      'unavailable',
      'no_page',
      'The files of the page are missing from this installation.',
      {
        hint: 'In a source tree run npm run build; else install the package again.',
      },
    );
  return { type, packed: await readFile(file) };
}

export function unpacked({ packed }: Asset): Buffer {
  return brotliDecompressSync(packed);
}
