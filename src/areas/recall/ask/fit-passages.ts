/** Takes passages, best first, as far as a number of characters goes; then names further files, a line each. Pure. */
import { linesOf, type Passage, spansOf } from '../../../core/passages/index.ts';
import { showControls } from '../../../core/text/index.ts';
import { charactersOf, type FileBlock, fileBlockText, furtherText, type OtherPlace } from './ask-text.ts';

/** Of what is left for code, the part kept for further files. */
const FOR_FURTHER = 0.06;
/** Of a long answer, what a reader sees first: the best of each file. The rest of a file comes after it. */
const FIRST_CHARACTERS = 7_400;
/** Fewer lines of a passage do not help a reader. */
const FEWEST_LINES = 5;
/** Less has no room for a line of code. */
const SMALLEST_ROOM = 40;
/** Around the number of a line, and its end. */
const LINE_COST = 4;
/** The numbers in a head, and what stands between them. */
const HEAD_COST = 20;
const MOST_TWINS = 3;

interface Taken {
  passage: Passage;
  lines: readonly number[];
}

export interface Fitted {
  files: readonly FileBlock[];
  further: readonly OtherPlace[];
  /** The passages shown, best first. */
  shown: readonly Passage[];
  leftOut: number;
}

export function fitPassages(passages: readonly Passage[], characters: number): Fitted {
  const wanted = passages.filter(({ copyOf }) => copyOf === undefined);
  for (let room = characters; ; ) {
    const fitted = fitOnce(passages, wanted, room);
    const size = charactersOf([
      ...fitted.files.flatMap(fileBlockText),
      ...fitted.further.flatMap(furtherText),
    ]);
    // What a head costs is a guess, and two parts of an answer may both have one.
    if (size <= characters || fitted.files.length === 0) return fitted;
    room -= size - characters;
  }
}

function fitOnce(passages: readonly Passage[], wanted: readonly Passage[], characters: number): Fitted {
  const cost = new Costs();
  const first: Taken[] = [];
  const rest: Taken[] = [];
  const take = (taken: Taken) => {
    cost.take(taken);
    (rest.length === 0 && cost.spent <= FIRST_CHARACTERS ? first : rest).push(taken);
  };
  const code = Math.floor(characters * (1 - FOR_FURTHER));
  let cut: Taken | undefined;
  for (const passage of wanted) {
    if (code - cost.spent < SMALLEST_ROOM) break;
    const taken = { passage, lines: linesOf(passage.spans) };
    if (cost.spent + cost.of(taken) <= code) take(taken);
    else cut ??= taken;
  }
  const part = cut && partOf(cut, (each) => cost.spent + cost.of(each) <= code);
  if (part !== undefined) take(part);
  const taken = [...first, ...rest];
  const shown = [...new Set(taken.map(({ passage }) => passage))];
  const further: OtherPlace[] = [];
  for (const other of bestOfFiles(wanted, shown)) {
    const size = charactersOf(furtherText(other));
    if (cost.spent + size > characters) continue;
    cost.spent += size;
    further.push(other);
  }
  const twins = twinsOf(passages);
  return {
    files: [...blocksOf(first, twins), ...blocksOf(rest, twins)],
    further,
    shown,
    leftOut: wanted.length - shown.length,
  };
}

/** Characters of what was taken so far; lines that are shown already cost nothing. */
class Costs {
  readonly #shown = new Map<string, Set<number>>();
  spent = 0;

  of({ passage: { file, unit }, lines }: Taken): number {
    const shown = this.#shown.get(file.path);
    let cost = shown === undefined ? file.path.length + unit.name.length + HEAD_COST : 0;
    for (const line of lines)
      if (!shown?.has(line))
        cost += String(line).length + LINE_COST + showControls(file.lines[line - 1] ?? '').length;
    return cost;
  }

  take(taken: Taken): void {
    this.spent += this.of(taken);
    const { path } = taken.passage.file;
    const shown = this.#shown.get(path) ?? new Set();
    for (const line of taken.lines) shown.add(line);
    this.#shown.set(path, shown);
  }
}

/** Its first lines, as many as fit. */
function partOf({ passage, lines }: Taken, fits: (part: Taken) => boolean): Taken | undefined {
  let [least, most] = [0, lines.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits({ passage, lines: lines.slice(0, middle) })) least = middle;
    else most = middle - 1;
  }
  return least < FEWEST_LINES ? undefined : { passage, lines: lines.slice(0, least) };
}

/** The best declaration of each file that is not shown. */
function bestOfFiles(passages: readonly Passage[], shown: readonly Passage[]): OtherPlace[] {
  const paths = new Set(shown.map(({ file }) => file.path));
  const found: OtherPlace[] = [];
  for (const { file, unit, spans } of passages) {
    if (paths.has(file.path)) continue;
    paths.add(file.path);
    const startLine = file.facts?.declarations[unit.declaration]?.startLine ?? spans[0]?.startLine ?? 1;
    found.push({ path: file.path, startLine, symbol: unit.name });
  }
  return found;
}

/** Passages that are nearly the same as another, by the place of that one. */
function twinsOf(passages: readonly Passage[]): Map<string, OtherPlace[]> {
  const twins = new Map<string, OtherPlace[]>();
  for (const { file, unit, copyOf } of passages) {
    if (copyOf === undefined) continue;
    const key = `${copyOf.path}\n${copyOf.startLine}`;
    const known = twins.get(key) ?? [];
    const { startLine, endLine, name } = unit;
    if (known.every((other) => other.path !== file.path || other.startLine !== startLine))
      twins.set(key, [...known, { path: file.path, startLine, endLine, symbol: name }]);
  }
  return twins;
}

/** Files in the order of their best passages; of each, the lines in order, each once. */
function blocksOf(taken: readonly Taken[], twins: ReadonlyMap<string, readonly OtherPlace[]>): FileBlock[] {
  const paths = [...new Set(taken.map(({ passage }) => passage.file.path))];
  return paths.flatMap((path) => {
    const own = taken.filter(({ passage }) => passage.file.path === path);
    const [first] = own;
    if (first === undefined) return [];
    const { file, unit } = first.passage;
    const excerpts = spansOf(own.flatMap(({ lines }) => lines)).map(({ startLine, endLine }) => ({
      startLine,
      content: file.lines.slice(startLine - 1, endLine).join('\n'),
    }));
    const units = new Set(own.map(({ passage }) => passage.unit));
    const alike = [...units].flatMap(({ startLine }) => twins.get(`${path}\n${startLine}`) ?? []);
    return [
      {
        path,
        ...(unit.name === '' ? {} : { symbol: unit.name }),
        excerpts,
        ...(alike.length === 0 ? {} : { alike: alike.slice(0, MOST_TWINS) }),
      },
    ];
  });
}
