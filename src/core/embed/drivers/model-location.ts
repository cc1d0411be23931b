/** Where the model's files lie: beside the bundle in an installed package, in assets/ in a source tree. */
import { existsSync } from 'node:fs';

const PLACES = ['./model/', '../model/', '../../../../assets/model/'];

export function modelDirectory(file: string): URL | undefined {
  for (const place of PLACES) {
    const directory = new URL(place, import.meta.url);
    if (existsSync(new URL(file, directory))) return directory;
  }
  return undefined;
}
