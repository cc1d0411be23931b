// esbuild cuts what several entry points share into a file for each set of them, so that the server would open 35
// files before its first answer. This joins all that main.js loads at once into one, chunks/start.js. It is no part
// of main.js, which waits at its top level for the program to end: a lazy chunk that imports that would never load.
import { join, posix, relative, sep } from 'node:path';
import { build } from 'esbuild';

const MAIN = 'main.js';
const START = 'chunks/start.js';

/** Writes the files of a build that was made with `write: false`, `outdir: out` and a metafile, joined. */
export async function joinStart({ outputFiles, metafile }, root, out) {
  const named = (path) => relative(out, join(root, path)).split(sep).join('/');
  const texts = new Map(outputFiles.map(({ path, text }) => [named(relative(root, path)), text]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, facts]) => [named(path), facts]));
  const main = Object.keys(metafile.outputs).find((path) => named(path) === MAIN);
  const joined = [...reached(metafile, main, (kind) => kind === 'import-statement')]
    .map(named)
    .filter((name) => name !== MAIN)
    .sort();
  await build({
    entryPoints: [START, ...[...outputs.keys()].filter((name) => !joined.includes(name))],
    outdir: out,
    outbase: '.',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    // The parser's own, and warned of in vain: it is in a package.
    logOverride: { 'direct-eval': 'silent' },
    plugins: [{ name: 'join-start', setup }],
  });

  /** `export` of all that a joined file exports. Its place in the list tells its names in start.js from those of others. */
  function exportOf(name, pair) {
    const pairs = outputs.get(name).exports.map((own) => pair(own, `s${joined.indexOf(name)}_${own}`));
    return `export {${pairs.join(',')}} from`;
  }

  function setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, importer, kind, namespace }) => {
      if (kind === 'entry-point') return { path, namespace: 'output' };
      if (namespace === 'door' || !path.startsWith('.')) return { path, external: true };
      const target = posix.join(posix.dirname(importer), path);
      const inStart = importer === START || joined.includes(importer);
      const from = inStart ? START : importer;
      if (!joined.includes(target)) return { path: wayTo(target, from), external: true };
      return inStart
        ? { path: target, namespace: 'output' }
        : { path: `${wayTo(START, from)}|${target}`, namespace: 'door' };
    });
    onLoad({ filter: /.*/, namespace: 'output' }, ({ path }) => ({
      contents:
        path === START
          ? joined
              .map(
                (name) =>
                  `${exportOf(name, (own, inStart) => `${own} as ${inStart}`)} './${posix.basename(name)}';`,
              )
              .join('\n')
          : texts.get(path),
    }));
    onLoad({ filter: /.*/, namespace: 'door' }, ({ path }) => {
      const [start, name] = path.split('|');
      return { contents: `${exportOf(name, (own, inStart) => `${inStart} as ${own}`)} '${start}';` };
    });
  }
}

/** The files of a build to which imports lead from `path`, itself included. */
export function reached({ outputs }, path, follows = () => true, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { path: next, kind, external } of outputs[path].imports)
    if (!external && follows(kind)) reached({ outputs }, next, follows, seen);
  return seen;
}

function wayTo(target, from) {
  const way = posix.relative(posix.dirname(from), target);
  return way.startsWith('.') ? way : `./${way}`;
}
