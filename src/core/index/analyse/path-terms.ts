/** Words of a path and where in it they stand. The folder of an entry file (`index.ts`, `mod.rs`) is its name. */
import { runs, wordsOfRun } from '../../text/index.ts';
import { PATH_BITS } from './payload.ts';

const ENTRY_STEMS = new Set(['index', 'mod', '__init__', 'init', 'main', 'lib', 'package']);

export function pathTerms(path: string): Map<string, number> {
  const found = new Map<string, number>();
  const add = (word: string, bits: number): void => {
    found.set(word, (found.get(word) ?? 0) | bits);
  };
  const segments = path.split('/');
  const file = segments.pop() ?? '';
  const stem = file.replace(/^\.+/, '').split('.')[0] ?? '';
  const extensions = file.slice(file.indexOf(stem) + stem.length);
  const parent = segments.pop() ?? '';
  const entry = ENTRY_STEMS.has(stem);
  addSegment(stem, PATH_BITS.name, add);
  addSegment(extensions, PATH_BITS.ancestor, add);
  addSegment(parent, entry ? PATH_BITS.name | PATH_BITS.parent : PATH_BITS.parent, add);
  for (const segment of segments) addSegment(segment, PATH_BITS.ancestor, add);
  const whole = wholeOf(entry ? parent : stem);
  if (whole !== '') add(whole, PATH_BITS.name | PATH_BITS.wholeName);
  return found;
}

function addSegment(segment: string, bits: number, add: (word: string, bits: number) => void): void {
  for (const run of runs(segment)) for (const word of wordsOfRun(run)) add(word, bits);
}

/** `from-json-schema` and `FromJsonSchema` are the same name. */
function wholeOf(segment: string): string {
  return runs(segment).join('').replaceAll(/[_$]/g, '').toLowerCase();
}
