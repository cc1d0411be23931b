/** The measured process and its threads, bundled as the shipped program is: no loader in the way of the figures. */
import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** What scripts/bundle.mjs exports, which is plain JavaScript. */
interface Bundling {
  bundle(entryPoints: Record<string, string>, outdir: string): Promise<unknown>;
  bundleWorkers(outdir: string): Promise<unknown>;
}

/** `entry` is a file of the project; the bundle is named after it. */
export async function bundle(entry: string): Promise<string> {
  // Inside the project, so that the database driver and the model are found.
  const outdir = join(project, `node_modules/.cache/bench-${process.pid}`);
  const shipped: Bundling = await import(new URL('../../scripts/bundle.mjs', import.meta.url).href);
  await shipped.bundle({ [basename(entry, '.ts')]: entry }, outdir);
  await shipped.bundleWorkers(outdir);
  for (const asset of ['kernel', 'model'])
    await cp(join(project, 'assets', asset), join(outdir, asset), { recursive: true });
  return outdir;
}
