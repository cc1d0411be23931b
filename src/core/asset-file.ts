/** Files that ship with the program: beside the bundle in an installed package, in assets/ in a source tree. */
import { existsSync } from 'node:fs';

const PLACES = ['./', '../', '../../assets/'];

/** Undefined if it is missing. */
export function assetFile(name: string): URL | undefined {
  for (const place of PLACES) {
    const file = new URL(`${place}${name}`, import.meta.url);
    if (existsSync(file)) return file;
  }
  return undefined;
}
