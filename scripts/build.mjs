// Bundles src/ into dist/: one file for start-up, lazy chunks for what is heavy (SQLite, tree-sitter, the model).

import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(root, 'dist');

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  keepNames: true,
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  external: ['@photostructure/sqlite', '@vscode/ripgrep'],
  // Some bundled packages are CommonJS and call require for Node's own modules.
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
});
for (const asset of ['grammars', 'model']) {
  const from = join(root, 'assets', asset);
  if (existsSync(from)) await cp(from, join(out, asset), { recursive: true });
}
