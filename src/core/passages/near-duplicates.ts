/** Copies of one text: generated variants, vendored copies, a synchronous and an asynchronous half. One of them is enough. Pure. */
import type { AnalysedFile } from './analysed-file.ts';
import type { Span } from './units.ts';

/** Shorter texts are alike by chance. */
const SHORTEST = 5;
/** Of its lines, those that the other has too. */
const ALIKE = 0.9;

export class SeenTexts {
  readonly #seen: { path: string; startLine: number; lines: ReadonlySet<string> }[] = [];

  /** Where nearly the same lines were seen before; otherwise remembers these. */
  copyOf(file: AnalysedFile, { startLine, endLine }: Span): { path: string; startLine: number } | undefined {
    const lines = file.lines
      .slice(startLine - 1, endLine)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines.length < SHORTEST) return undefined;
    const copy = this.#seen.find(
      (other) => lines.filter((line) => other.lines.has(line)).length >= ALIKE * lines.length,
    );
    if (copy === undefined) this.#seen.push({ path: file.path, startLine, lines: new Set(lines) });
    return copy;
  }
}
