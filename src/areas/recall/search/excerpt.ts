/** The part of a text that says most of the query, cut at whole lines. */
import { proseStem, splitLines, words } from '../../../core/text/index.ts';

export interface Excerpt {
  text: string;
  /** Lines of the text before the excerpt. */
  skipped: number;
  lines: number;
}

export function excerpt(text: string, stems: readonly string[], maxLength: number): Excerpt {
  const lines = splitLines(text);
  if (text.length <= maxLength) return { text: lines.join('\n'), skipped: 0, lines: lines.length };
  const wanted = new Set(stems);
  const hits = lines.map(
    (line) =>
      new Set(
        words(line)
          .map(proseStem)
          .filter((each) => wanted.has(each)),
      ).size,
  );
  let best = { from: 0, to: 0, hits: -1 };
  for (let from = 0; from < lines.length; from++) {
    const to = endOf(lines, from, maxLength);
    const inside = hits.slice(from, to).reduce((sum, each) => sum + each, 0);
    if (inside > best.hits) best = { from, to, hits: inside };
    if (to === lines.length) break;
  }
  const shown = lines.slice(best.from, best.to).join('\n').slice(0, maxLength);
  return { text: shown, skipped: best.from, lines: best.to - best.from };
}

/** At least one line, though it may be too long. */
function endOf(lines: readonly string[], from: number, maxLength: number): number {
  let length = 0;
  let to = from;
  while (to < lines.length) {
    length += (lines[to] ?? '').length + 1;
    if (length > maxLength + 1 && to > from) break;
    to++;
  }
  return to;
}
