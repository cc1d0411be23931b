/** The figures as a table, on the terminal and between two marks of a page. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { SizeFigures } from './figures.ts';

const START = '<!-- scale:start -->';
const END = '<!-- scale:end -->';

type Row = [name: string, cell: (figures: SizeFigures) => string];

const ms = (value: number | undefined) =>
  value === undefined
    ? ''
    : value < 1_000
      ? `${value.toFixed(value < 10 ? 1 : 0)} ms`
      : `${(value / 1_000).toFixed(1)} s`;
const mb = (value: number | undefined) => (value === undefined ? '' : `${(value / 1e6).toFixed(0)} MB`);
const both = ({ p50, p95 }: { p50: number; p95: number }) => `${ms(p50)}, ${ms(p95)}`;

const ROWS: readonly Row[] = [
  ['load of the machine', ({ load }) => String(load)],
  ['text', ({ textBytes }) => mb(textBytes)],
  ['chunks', ({ index }) => (index === undefined ? '' : index.chunks.toLocaleString('en-US'))],
  ["`rg -c ''`", ({ index }) => ms(index?.rgMs)],
  [
    'cold index',
    ({ index }) =>
      index === undefined ? '' : `${ms(index.ms)}, ${(index.ms / index.rgMs).toFixed(1)} times \`rg\``,
  ],
  ['of it processor time', ({ index }) => ms(index?.cpuMs)],
  ['peak memory of it', ({ index }) => mb(index?.peakBytes)],
  [
    'on disk, share of the text',
    ({ index, textBytes }) =>
      index === undefined
        ? ''
        : `${mb(index.diskBytes)}, ${((100 * index.diskBytes) / textBytes).toFixed(0)} %`,
  ],
  ['new process to first answer', ({ search }) => ms(search?.firstMs)],
  ['its first hybrid search', ({ search }) => ms(search?.firstHybridMs)],
  ['warm, words: p50, p95', ({ search }) => (search === undefined ? '' : both(search.bm25))],
  ['warm, hybrid: p50, p95', ({ search }) => (search === undefined ? '' : both(search.hybrid))],
  ['one file changed: more than warm', ({ search }) => ms(search?.changedMoreMs)],
  ['memory of a server', ({ servers }) => mb(servers?.rssBytes)],
  ['of each further one', ({ servers }) => mb(servers?.furtherPssBytes)],
];

export function table(figures: readonly SizeFigures[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['files', ...figures.map(({ files }) => files.toLocaleString('en-US'))]),
    line(['---', ...figures.map(() => '---')]),
    ...ROWS.map(([name, cell]) => line([name, ...figures.map(cell)])),
  ].join('\n');
}

export function writeTable(figures: readonly SizeFigures[], page: string): void {
  const text = readFileSync(page, 'utf8');
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${page} has no place for the table`);
  writeFileSync(page, `${text.slice(0, start + START.length)}\n${table(figures)}\n${text.slice(end)}`);
}
