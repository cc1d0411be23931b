/** A longer text takes longer in proportion to its length, whatever the text. */
import { describe, it } from 'vitest';
import { expectLinear } from '../../../tests/helpers/growth.ts';
import { chunksOf, findCitations, lineTable, scanDeclarations } from '../text/index.ts';
import { ADAPTERS } from './adapters.ts';
import { commentSpans } from './comment-syntax.ts';
import { COMMENTS } from './comment-table.ts';
import { comments } from './index.ts';
import { logicalLines } from './readers/python/logical-lines.ts';

/** The longest text has sixteen times as many. */
const CHARACTERS = 2_500;

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

async function expectLinearInAll(
  work: (text: string) => unknown,
  pieces: readonly string[] = PIECES,
): Promise<void> {
  for (const piece of pieces)
    await expectLinear(
      (characters) => work(piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters)),
      CHARACTERS,
      JSON.stringify(piece),
    );
}

describe('time grows with the length of the text', () => {
  it.each([...COMMENTS])('for the comments of %s', async (_, syntax) => {
    await expectLinearInAll((text) => [...commentSpans(text, syntax)]);
  });

  it('for the logical lines of Python', async () => {
    await expectLinearInAll(logicalLines);
  });

  it('for citations', async () => {
    const cites = [
      'refer to context ',
      'refer to context 1, ',
      'refer to\n# ',
      'refer ',
      'contexts ',
      '# refer to context 00001\n',
    ];
    await expectLinearInAll((text) => findCitations(`context ${text}`, undefined), [...PIECES, ...cites]);
    await expectLinearInAll(
      (text) => findCitations(`# context ${text}`, comments('a.py', `# context ${text}`)),
      cites,
    );
  });

  it.each(ADAPTERS.map(({ name, extensions }) => [name, `a${extensions[0]}`] as const))(
    'for what the index reads of %s',
    async (_, path) => {
      await expectLinearInAll((text) => {
        const lines = lineTable(text);
        return chunksOf(lines, scanDeclarations(path, text, lines));
      });
    },
  );
});
