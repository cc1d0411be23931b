/** Words of a path and where in it they stand. The folder of an entry file (`index.ts`, `mod.rs`) is its name. */
import { runs } from '../../text/index.ts';
import { nameTerm, PATH_BITS, packPath, termsOfRun, wholeOf } from './terms.ts';

const ENTRY_STEMS = new Set(['index', 'mod', '__init__', 'init', 'main', 'lib', 'package']);

/** Payloads by term. */
export function pathTerms(path: string): Map<string, number> {
  const segments = path.split('/');
  const file = withoutDots(segments.pop() ?? '');
  const dot = file.indexOf('.');
  const bare = dot === -1 ? file : file.slice(0, dot);
  const parent = segments.pop() ?? '';
  const isEntry = ENTRY_STEMS.has(bare) && parent !== '';

  const found = new Map<string, number>();
  addTerms(found, bare, PATH_BITS.name);
  addTerms(found, file.slice(bare.length), PATH_BITS.ancestor);
  addTerms(found, parent, isEntry ? PATH_BITS.name | PATH_BITS.parent : PATH_BITS.parent);
  for (const segment of segments) addTerms(found, segment, PATH_BITS.ancestor);
  // `from-json-schema` and `FromJsonSchema` are the same name.
  const { whole, words } = segmentWords(isEntry ? parent : bare);
  if (whole !== '') {
    found.set(whole, (found.get(whole) ?? 0) | PATH_BITS.name);
    found.set(nameTerm(whole), PATH_BITS.name);
  }
  for (const [term, places] of found) found.set(term, packPath(places, words));
  return found;
}

function withoutDots(name: string): string {
  let from = 0;
  while (name[from] === '.') from++;
  return name.slice(from);
}

function addTerms(found: Map<string, number>, segment: string, place: number): void {
  for (const term of segmentWords(segment).terms) found.set(term, (found.get(term) ?? 0) | place);
}

interface SegmentWords {
  terms: readonly string[];
  /** How many words it is made of. */
  words: number;
  whole: string;
}

/** Directories recur from file to file, and so do many names. */
const MOST_REMEMBERED = 4_096;
const remembered = new Map<string, SegmentWords>();

function segmentWords(segment: string): SegmentWords {
  const known = remembered.get(segment);
  if (known !== undefined) return known;
  const found = runs(segment);
  const terms = found.map(termsOfRun);
  const made = {
    terms: terms.flat(),
    words: terms.reduce((sum, { length }) => sum + Math.max(1, length - 1), 0),
    whole: wholeOf(found.join('')),
  };
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(segment, made);
  return made;
}
