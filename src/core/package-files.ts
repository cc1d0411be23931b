/** Where the files of our own package are: assets, and the built entries of worker threads. */
import { existsSync } from 'node:fs';

/** Beside the bundle in an installed package (from dist/main.js, from dist/chunks/*.js); in a source tree in assets/, or built. */
const PLACES = ['./', '../', '../../assets/', '../../dist/'];

/** Undefined if it is missing. */
export function assetFile(name: string): URL | undefined {
  for (const place of PLACES) {
    const file = new URL(`${place}${name}`, import.meta.url);
    if (existsSync(file)) return file;
  }
  return undefined;
}

/** The built entry of a worker thread, which is at the top of dist/. The caller's file (`here`) is in dist/, in dist/chunks/ or in src/. */
export function workerUrl(here: string, name: string): URL {
  const source = here.indexOf('/src/core/');
  if (here.endsWith('.ts') && source !== -1) return new URL(`${here.slice(0, source)}/dist/${name}.js`);
  return new URL(/\/chunks\/[^/]*$/.test(here) ? `../${name}.js` : `${name}.js`, here);
}
