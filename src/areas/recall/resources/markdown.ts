/** Markdown of limited size: text from the repository stays on its line and cannot pretend to be structure. */
import { showControls } from '../../../core/text/index.ts';

const LONGEST_LINE = 300;

export function oneLine(text: string): string {
  const line = showControls(text.replace(/\s+/g, ' ').trim());
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

export const bullets = (items: readonly string[]) => items.map((item) => `- ${oneLine(item)}`);

/** Whole lines only, with a word about what is missing. */
export function limited(lines: readonly string[], maxBytes: number): string {
  const last = '… more left out';
  const kept: string[] = [];
  let bytes = Buffer.byteLength(last) + 2;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) return `${[...kept, last].join('\n')}\n`;
    kept.push(line);
  }
  return `${kept.join('\n')}\n`;
}

export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
