import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../tests/helpers/growth.ts';
import { findCitations } from './citations.ts';

const refs = (text: string) => findCitations(text, undefined).map(({ ref }) => ref);

describe('findCitations', () => {
  it.each([
    ['// refer to context 00012', ['00012']],
    ['// refer to context 00012, 00019, 00101', ['00012', '00019', '00101']],
    ['# Refer to context 12 and 19', ['12', '19']],
    ['-- refers to contexts 12, 19, and 20', ['12', '19', '20']],
    ['; refer to context #7', ['7']],
    ['% refer to context: 7', ['7']],
    ['<!-- refer to context 00012.md -->', ['00012']],
    ['// see above; refer to context ctx-00012.markdown, ctx-13', ['ctx-00012', 'ctx-13']],
    ['/* REFER TO CONTEXT 5 */', ['5']],
    ['// refer to the context entry 00012.', ['00012']],
    ['// refer to context 00012 (timeouts) and to context 4', ['00012']],
  ])('reads %s', (comment, expected) => {
    expect(refs(comment)).toEqual(expected);
  });

  it.each([
    '// refer to the context menu',
    '// refer to context',
    '// context 00012',
    '// refer to context 12ab',
    '// refer to contextual 12',
    "const help = 'refer to context 00012';",
    '// prefer to context 00012',
  ])('leaves %s', (line) => {
    expect(refs(line)).toEqual([]);
  });

  it('reads a list that goes on in the next line, and says the line of each', () => {
    const text = ['// We retry twice: refer to context 00012,', '// 00019', 'retry();'].join('\n');
    expect(findCitations(text, undefined)).toEqual([
      { ref: '00012', line: 1 },
      { ref: '00019', line: 2 },
    ]);
  });

  it('reads the words of a block comment over its lines', () => {
    const text = ['/*', ' * Refer to', ' * context 00012, 00019', ' */'].join('\n');
    const comment = { startLine: 10, endLine: 13, text };
    expect(findCitations(text, [comment])).toEqual([
      { ref: '00012', line: 12 },
      { ref: '00019', line: 12 },
    ]);
  });

  it('goes by the comments it is given, whatever the line looks like', () => {
    const text = 'call(); // refer to context 00012\n"// refer to context 00013";\n';
    const comment = { startLine: 1, endLine: 1, text: '// refer to context 00012' };
    expect(findCitations(text, [comment])).toEqual([{ ref: '00012', line: 1 }]);
  });

  it('finds none in a text without comments, however much a line of it looks like one', () => {
    expect(findCitations('```\n// refer to context 00012\n```\n', [])).toEqual([]);
  });

  it('takes time in proportion to a hostile text', async () => {
    const hostile = (n: number) =>
      `// refer to context ${'1, '.repeat(n)}x ${'refer to '.repeat(n)} ${'\n//'.repeat(n)}`;
    await expectLinear((pieces) => findCitations(hostile(pieces), undefined), 2500);
  });
});
