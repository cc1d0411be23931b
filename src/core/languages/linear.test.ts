/**
 * Four times the text takes about four times the time, whatever the text. Measured in processor time, so a busy machine
 * changes little, and with so much room that only growth by the square of the length is caught: sixteen times.
 */
import { describe, expect, it } from 'vitest';
import { chunksOf, findCitations, lineTable, scanDeclarations } from '../text/index.ts';
import { ADAPTERS } from './adapters.ts';
import { commentSpans } from './comment-syntax.ts';
import { COMMENTS } from './comment-table.ts';
import { comments } from './comments.ts';
import { logicalLines } from './readers/python/logical-lines.ts';
import { processTimeMs } from './thread-time.ts';

const SHORT = 10_000;
const LONG = 4 * SHORT;
const MOST_GROWTH = 10;
/** Less is noise. */
const LEAST_MS = 15;

/** Openings without end, nests without bottom, and what patterns might read again and again. */
const PIECES = [
  ...['(', '{', '[', '<', 'a<b<(', '(\n', '{\n', 'if x {\n', 'a.', 'a,'],
  ...[
    '"',
    "'",
    '`',
    '"""',
    "'''",
    "''",
    '"\\',
    "'\\",
    'x="',
    "x='\n",
    '`${',
    'f"{',
    `f'{f"{`,
    'f"{x:',
    'f""',
    `f"{""`,
  ],
  ...[
    'r#"',
    'r##"',
    '#"',
    '##"',
    '@"',
    '$@"',
    '$"{',
    'R"(',
    'L"',
    "b'",
    'rb"',
    '%w[',
    '%q',
    '~s(',
    '~r/',
    '~aa',
  ],
  ...['<<A\n', '<<~A\n', "<<'A'\n", '<<<A\n', '<<<', '<<-A', '#{', '$(', '$("', '\\', '\\\n'],
  ...[
    '/*',
    '//',
    '/',
    '/[',
    '=/[',
    '=/a',
    '{-',
    '--',
    '--[[',
    '--[==[',
    '(*',
    '#|',
    '#[',
    '#=',
    '<!--',
    '<#',
    '<?php ',
    '?>',
  ],
  ...['=begin\n', '\n=begin', '#', ' #', '%', ';', '!', 'rem', '\nrem '],
  ...['\n', '\r', '\r\n', ' ', '\t', ' \n', '#\r\n', '0', '_', 'é', '-', '?'],
];

function timeOf(work: () => unknown): number {
  const start = processTimeMs();
  work();
  return processTimeMs() - start;
}

function expectLinear(work: (text: string) => unknown, pieces: readonly string[] = PIECES): void {
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(LONG / piece.length));
    work(text.slice(0, SHORT));
    const short = timeOf(() => work(text.slice(0, SHORT)));
    const long = timeOf(() => work(text));
    expect(long, JSON.stringify(piece)).toBeLessThan(MOST_GROWTH * Math.max(short, LEAST_MS));
  }
}

describe('time grows with the length of the text', () => {
  it.each([...COMMENTS])('for the comments of %s', (_, syntax) => {
    expectLinear((text) => [...commentSpans(text, syntax)]);
  });

  it('for the logical lines of Python', () => {
    expectLinear(logicalLines);
  });

  it('for citations', () => {
    const cites = [
      'refer to context ',
      'refer to context 1, ',
      'refer to\n# ',
      'refer ',
      'contexts ',
      '# refer to context 00001\n',
    ];
    expectLinear((text) => findCitations(`context ${text}`, undefined), [...PIECES, ...cites]);
    expectLinear((text) => findCitations(`# context ${text}`, comments('a.py', `# context ${text}`)), cites);
  });

  it.each(ADAPTERS.map(({ name, extensions }) => [name, `a${extensions[0]}`] as const))(
    'for what the index reads of %s',
    (_, path) => {
      expectLinear((text) => {
        const lines = lineTable(text);
        return chunksOf(lines, scanDeclarations(path, text, lines));
      });
    },
  );
});
