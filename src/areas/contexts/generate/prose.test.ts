import { expect, test } from 'vitest';
import { expectLinear } from '../../../../tests/helpers/growth.ts';
import { firstSentence, LONGEST_SENTENCE, listed, plainText, shortened } from './prose.ts';

test.each([
  ['Reads files. And writes them.', 'Reads files.'],
  ['Reads files', 'Reads files.'],
  ['Holds files of the build, such as:', 'Holds files of the build.'],
  ['Handles e.g. links and such. More.', 'Handles e.g. links and such.'],
  [
    'Some handlers (Thin, Rainbows! and so on) need it. More.',
    'Some handlers (Thin, Rainbows! and so on) need it.',
  ],
  ['See {@link a.b.Launcher Launcher} for {@code x} here.', 'See Launcher for x here.'],
  ['The :class:`~django.Model` and ``raw`` text.', 'The Model and raw text.'],
  ['A [link](https://x.y) and ![picture](p.png) **bold**.', 'A link and bold.'],
  ['Options come from the {func}`option` decorator.', 'Options come from the option decorator.'],
  ['<p>Tags <b>go</b> away.</p>', 'Tags go away.'],
])('of %j the first sentence is %j', (text, sentence) => {
  expect(firstSentence(text)?.replace('django.', '')).toBe(sentence);
});

test.each([
  '',
  'short',
  'You should use it because:',
  '=======',
  'ResponseWriter ...',
  'ResponseWriter…',
  'url = "the address", query = "behind it"',
  'const a = b;',
  'return x;',
  'https://example.org/x',
])('%j says nothing', (text) => {
  expect(firstSentence(text)).toBeUndefined();
});

test('a long sentence is cut between two words', () => {
  const sentence = firstSentence(`${'word '.repeat(100)}end.`) ?? '';
  expect(sentence.length).toBeLessThanOrEqual(LONGEST_SENTENCE);
  expect(sentence).toMatch(/word…$/);
  expect(shortened('abc def', 20)).toBe('abc def');
});

test('names are counted where there are too many', () => {
  expect(listed([], 3)).toBe('');
  expect(listed(['a'], 3)).toBe('a');
  expect(listed(['a', 'b', 'c'], 3)).toBe('a, b and c');
  expect(listed(['a', 'b', 'c', 'd'], 3)).toBe('a, b and 2 more');
});

test.each(['[', '**a', '{@link ', '`<', '<a ', '('])(
  'a line of many %j takes time in proportion',
  async (piece) => {
    await expectLinear((pieces) => plainText(piece.repeat(pieces)), 25_000);
  },
);
