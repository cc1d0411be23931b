// How sources become the program and its threads; what is measured (bench/) is bundled in the same way.
import { rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { reached } from './join-start.mjs';
import { leanBundle } from './lean-bundle.mjs';

const root = join(import.meta.dirname, '..');

/** A package in CommonJS asks for modules of Node by `require`, which an ES module does not have: each becomes an import. */
const requiredOfNode = {
  name: 'required-of-node',
  setup(build) {
    build.onResolve({ filter: /^[\w/]+$/ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'required-of-node' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'required-of-node' }, ({ path }) => ({
      contents: `export * from 'node:${path}'; export { default } from 'node:${path}';`,
    }));
  },
};

const BUNDLE = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // The ES module of a package bundles; its UMD build does not.
  mainFields: ['module', 'main'],
  // A third fewer bytes to parse before the first answer.
  minifyIdentifiers: true,
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [leanBundle, requiredOfNode],
  // They go into the notices.
  legalComments: 'none',
  metafile: true,
  chunkNames: 'chunks/[name]-[hash]',
  // Its CommonJS build would come out of a dynamic import without its names.
  alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
  external: ['@photostructure/sqlite', '@vscode/ripgrep', 'pg-native'],
};

export function bundle(entryPoints, outdir, options = {}) {
  return build({ ...BUNDLE, ...options, absWorkingDir: root, entryPoints, outdir });
}

/** Entries of threads, by the name of the built file. */
const WORKERS = {
  'index-worker': 'src/core/index/threads/index-worker.ts',
  'parse-worker': 'src/core/parsing/parse-worker.ts',
  'source-file-worker': 'src/areas/contexts/generate/source-file-worker.ts',
};

/** Apart from the program: a thread shares no state with it, and should load only what it uses. */
export async function bundleWorkers(outdir) {
  const result = await bundle(WORKERS, outdir, { chunkNames: 'chunks/worker-[name]-[hash]' });
  const { outputs } = result.metafile;
  const used = new Set();
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (Object.values(WORKERS).includes(entryPoint)) reached(result.metafile, path, undefined, used);
  // esbuild also writes the chunks of imports that it dropped with the code around them.
  for (const path of Object.keys(outputs)) if (!used.has(path)) rmSync(join(root, path));
  return result;
}
