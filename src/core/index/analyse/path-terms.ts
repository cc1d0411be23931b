/** Words of a path and where in it they stand. The folder of an entry file (`index.ts`, `mod.rs`) is its name. */
import { runs } from '../../text/index.ts';
import { PATH_BITS, packPath } from './payload.ts';
import { nameTerm, termsOfRun, wholeOf } from './terms.ts';

const ENTRY_STEMS = new Set(['index', 'mod', '__init__', 'init', 'main', 'lib', 'package']);

/** Payloads by term. */
export function pathTerms(path: string): Map<string, number> {
  const segments = path.split('/');
  const file = (segments.pop() ?? '').replace(/^\.+/, '');
  const dot = file.indexOf('.');
  const bare = dot === -1 ? file : file.slice(0, dot);
  const parent = segments.pop() ?? '';
  const isEntry = ENTRY_STEMS.has(bare) && parent !== '';
  const name = isEntry ? parent : bare;
  const nameWords = wordsIn(name);

  const found = new Map<string, number>();
  addTerms(found, bare, PATH_BITS.name);
  addTerms(found, file.slice(bare.length), PATH_BITS.ancestor);
  addTerms(found, parent, isEntry ? PATH_BITS.name | PATH_BITS.parent : PATH_BITS.parent);
  for (const segment of segments) addTerms(found, segment, PATH_BITS.ancestor);
  // `from-json-schema` and `FromJsonSchema` are the same name.
  const whole = wholeOf(runs(name).join(''));
  if (whole !== '') {
    found.set(whole, (found.get(whole) ?? 0) | PATH_BITS.name);
    found.set(nameTerm(whole), PATH_BITS.name);
  }
  for (const [term, places] of found) found.set(term, packPath(places, nameWords));
  return found;
}

function addTerms(found: Map<string, number>, segment: string, place: number): void {
  for (const term of segmentTerms(segment)) found.set(term, (found.get(term) ?? 0) | place);
}

function wordsIn(name: string): number {
  let count = 0;
  for (const run of runs(name)) count += Math.max(1, termsOfRun(run).length - 1);
  return count;
}

/** Directories recur from file to file. */
const MOST_REMEMBERED = 4_096;
const remembered = new Map<string, string[]>();

function segmentTerms(segment: string): string[] {
  const known = remembered.get(segment);
  if (known !== undefined) return known;
  const terms = runs(segment).flatMap(termsOfRun);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(segment, terms);
  return terms;
}
