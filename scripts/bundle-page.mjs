// The page for browsers (web/), into files that the server sends as they are: each compressed once, here. Scripts are classic
// ones, not modules: a page that was opened as a file may not load modules.
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
/** Mermaid as it is published: all kinds of diagrams, in one script that the frame of a diagram loads. */
const MERMAID = 'node_modules/mermaid/dist/mermaid.min.js';
const compress = promisify(brotliCompress);
/** The best, 11, makes 10 % less of Mermaid and takes ten times as long. */
const QUALITY = 9;

const PAGE = {
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  metafile: true,
  write: false,
  absWorkingDir: root,
  outdir: 'page',
  // A file of its own, beside the others.
  external: ['icon.svg'],
};

/** Returns what esbuild says it bundled, for the notices, with Mermaid, which is there whole. */
export async function bundlePage(outdir) {
  const made = await build({ ...PAGE, entryPoints: { page: 'web/main.tsx', diagram: 'web/diagram.ts' } });
  const files = new Map(made.outputFiles.map(({ path, contents }) => [path.split(/[\\/]/).at(-1), contents]));
  for (const name of ['index.html', 'diagram.html', 'icon.svg'])
    files.set(name, readFileSync(join(root, 'web', name)));
  files.set('mermaid.js', readFileSync(join(root, MERMAID)));
  await mkdir(outdir, { recursive: true });
  for (const [name, content] of files)
    writeFileSync(join(outdir, `${name}.br`), await packed(Buffer.from(content)));
  const mermaid = { inputs: { [MERMAID]: { bytesInOutput: files.get('mermaid.js').length } } };
  return { metafile: { ...made.metafile, outputs: { ...made.metafile.outputs, 'mermaid.js': mermaid } } };
}

function packed(content) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return compress(content, { params });
}
