/**
 * Copies of one text: generated variants, vendored copies, a synchronous and an asynchronous half, declarations of overloads. One of
 * them is enough. Pure.
 */
import { runs } from '../text/index.ts';
import type { AnalysedFile } from './analysed-file.ts';
import type { Unit } from './units.ts';

/** Shorter texts are alike by chance. */
const SHORTEST = 5;
/** Of its lines, those that the other has too. */
const ALIKE = 0.9;
/** A copy shares one of its longest lines with the other. */
const LONGEST_LINES = 3;
/** What an asynchronous half has more than the other. */
const ASYNCHRONOUS = /\basync\s+|\bawait\s+|_async\b|\basync_|Async/g;
const OVERLOAD = /^\s*@(?:\w+\.)?overload\b/;

export interface Original {
  path: string;
  startLine: number;
}

interface Seen extends Original {
  lines: ReadonlySet<string>;
}

export class SeenTexts {
  readonly #units = new Set<Unit>();
  readonly #byLine = new Map<string, Seen[]>();

  /** Where nearly the same lines were seen before, or what an overload belongs to; otherwise remembers these. */
  copyOf(file: AnalysedFile, unit: Unit): Original | undefined {
    if (this.#units.has(unit)) return undefined;
    const own = file.lines.slice(unit.startLine - 1, unit.endLine);
    const implementation = overloaded(file, unit, own);
    if (implementation !== undefined) return { path: file.path, startLine: implementation.startLine };
    const lines = own.map((line) => line.replace(ASYNCHRONOUS, '').trim()).filter((line) => line !== '');
    if (lines.length < SHORTEST) return undefined;
    const longest = lines.toSorted((a, b) => b.length - a.length).slice(0, LONGEST_LINES);
    const copy = longest
      .flatMap((line) => this.#byLine.get(line) ?? [])
      .find((other) => lines.filter((line) => other.lines.has(line)).length >= ALIKE * lines.length);
    if (copy !== undefined) return copy;
    this.#units.add(unit);
    const seen = { path: file.path, startLine: unit.startLine, lines: new Set(lines) };
    for (const line of seen.lines) {
      const known = this.#byLine.get(line);
      if (known === undefined) this.#byLine.set(line, [seen]);
      else known.push(seen);
    }
    return undefined;
  }
}

/** The declaration with a body that these lines, without one, are overloads of; facts keep only that one, right below them. */
function overloaded(file: AnalysedFile, unit: Unit, own: readonly string[]): Unit | undefined {
  if (!isWithoutBody(own)) return undefined;
  const next = file.units[file.units.indexOf(unit) + 1];
  const name = next?.name.slice(next.name.lastIndexOf('.') + 1) ?? '';
  if (unit.name === '')
    return name !== '' && own.some((line) => runs(line).includes(name)) ? next : undefined;
  return file.units.find(
    (other) =>
      other !== unit &&
      other.name === unit.name &&
      !isWithoutBody(file.lines.slice(other.startLine - 1, other.endLine)),
  );
}

function isWithoutBody(lines: readonly string[]): boolean {
  if (lines.some((line) => OVERLOAD.test(line))) return true;
  const code = lines.filter((line) => line.trim() !== '');
  return code.at(-1)?.trimEnd().endsWith(';') === true && code.every((line) => !/[{=]/.test(line));
}
