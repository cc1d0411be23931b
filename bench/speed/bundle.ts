/** The measured process and its threads, bundled as the shipped program is: no loader in the way of the figures. */
import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** `entry` is a file of the project; the bundle is named after it. */
export async function bundle(entry: string): Promise<string> {
  // Inside the project, so that the database driver and the model are found.
  const outdir = join(project, `node_modules/.cache/bench-${process.pid}`);
  await build({
    absWorkingDir: project,
    entryPoints: { [basename(entry, '.ts')]: entry, 'index-worker': 'src/core/index/threads/worker.ts' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    external: ['@photostructure/sqlite', '@vscode/ripgrep'],
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  });
  for (const asset of ['kernel', 'model'])
    await cp(join(project, 'assets', asset), join(outdir, asset), { recursive: true });
  return outdir;
}
