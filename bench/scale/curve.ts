/** The figures as curves over the number of files, both axes logarithmic: a straight line is a power of the size, a bend is a cliff. */
import { writeFileSync } from 'node:fs';
import type { SizeFigures } from './figures.ts';

interface Series {
  name: string;
  colour: string;
  of(figures: SizeFigures): number | undefined;
}

const SERIES: readonly Series[] = [
  { name: 'cold index', colour: '#6f42c1', of: ({ index }) => index?.ms },
  { name: 'new process to first answer', colour: '#d1242f', of: ({ search }) => search?.firstMs },
  { name: 'warm hybrid, p95', colour: '#0969da', of: ({ search }) => search?.hybrid.p95 },
  { name: 'warm words, p95', colour: '#1a7f37', of: ({ search }) => search?.bm25.p95 },
];

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 420, 70, 210, 20, 45];
const LEAST_MS = 1;

export function drawCurve(figures: readonly SizeFigures[], file: string): void {
  const sizes = figures.map(({ files }) => files);
  const values = SERIES.flatMap(({ of }) => figures.flatMap((one) => of(one) ?? []));
  if (sizes.length < 2 || values.length === 0) throw new Error('two sizes at least are needed for a curve');
  const x = scale([Math.min(...sizes), Math.max(...sizes)], [LEFT, WIDTH - RIGHT]);
  const y = scale([LEAST_MS, Math.max(...values)], [HEIGHT - BOTTOM, TOP]);
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`;
  const parts: string[] = [];
  for (let value = LEAST_MS; value <= Math.max(...values); value *= 10) {
    parts.push(`<path d="M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}" class="grid"/>`);
    const label = value < 1_000 ? `${value} ms` : `${value / 1_000} s`;
    parts.push(text([LEFT - 8, y(value) + 4], label, 'text-anchor="end"'));
  }
  for (const size of sizes) {
    parts.push(`<path d="M${x(size).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}" class="grid"/>`);
    const label = size < 1e6 ? `${size / 1_000}k` : `${size / 1e6}M`;
    parts.push(text([x(size), HEIGHT - BOTTOM + 18], label, 'text-anchor="middle"'));
  }
  parts.push(text([(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8], 'files', 'text-anchor="middle"'));
  for (const { name, colour, of } of SERIES) {
    const points = figures.flatMap((one): [number, number][] => {
      const value = of(one);
      return value === undefined ? [] : [[x(one.files), y(Math.max(LEAST_MS, value))]];
    });
    const last = points.at(-1);
    if (last === undefined) continue;
    const path = points
      .map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`)
      .join('');
    parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [px, py] of points)
      parts.push(`<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3" fill="${colour}"/>`);
    parts.push(text([last[0] + 10, last[1] + 4], name, `fill="${colour}"`));
  }
  const style = 'text{font:12px sans-serif;fill:#57606a}.grid{stroke:#d0d7de}';
  writeFileSync(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Times over the number of files"><style>${style}</style><rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`,
  );
}

function scale(from: [number, number], to: [number, number]): (value: number) => number {
  const [low, high] = [Math.log(from[0]), Math.log(from[1])];
  return (value) => to[0] + ((Math.log(value) - low) / (high - low || 1)) * (to[1] - to[0]);
}
