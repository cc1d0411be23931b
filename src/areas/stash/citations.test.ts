/** ripgrep looks at lines, a citation may go over several: no file that cites may be passed over. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainGrep } from '../../../tests/helpers/grep-parts.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { findCitations } from '../../core/text/index.ts';
import { openWorkspace } from '../../core/workspace/index.ts';
import { grepCitingFiles } from './citations.ts';

const blank = fc.constantFrom(
  ' ',
  '  ',
  '\t',
  '\n# ',
  '\r\n# ',
  '\n#\n# ',
  '\n    # ',
  '\n## ',
  `\n${'#'.repeat(60)} `,
);
const maybe = (word: string) => fc.constantFrom('', word);

const comment = fc
  .tuple(
    fc.constantFrom('refer', 'Refers', 'REFER'),
    blank,
    fc.constantFrom('to', 'TO'),
    blank,
    maybe('the'),
    blank,
    fc.constantFrom('context', 'contexts', 'Context'),
    blank,
    fc.constantFrom('', 'entry ', 'entries\n# '),
    fc.constantFrom('', '#', ':', ': '),
    fc.constantFrom('12', '00012', 'ctx-00012', 'ctx-00012.md', 'x', '12, 14'),
  )
  .map(([refer, a, to, b, the, c, context, d, entry, mark, ref]) =>
    [
      `x = 1\n# See: ${refer}${a}${to}${b}`,
      the === '' ? '' : `${the}${c}`,
      context,
      d,
      entry,
      mark,
      ref,
      '\n',
    ].join(''),
  );

test('every file with a citation is among those that may cite', async () => {
  const root = temporaryDirectory();
  const texts = fc.sample(comment, 400);
  for (const [at, text] of texts.entries()) writeFileSync(join(root, `f${at}.py`), text);
  writeFileSync(join(root, 'none.py'), '# in this context, 12 times\nctx = context.with_value(12)\n');
  writeFileSync(join(root, 'none.go'), 'import (\n\t"context"\n)\n');
  const workspace = await openWorkspace({ root, maxFileBytes: 1 << 20, programPath: process.env.PATH });
  const found = new Set(await grepCitingFiles(plainGrep(workspace))(undefined, new AbortController().signal));
  const citing = texts.flatMap((text, at) =>
    findCitations(text, undefined).length > 0 ? [{ path: `f${at}.py`, text }] : [],
  );
  expect(citing.length).toBeGreaterThan(100);
  expect(citing.filter(({ path }) => !found.has(path))).toEqual([]);
  expect([...found].filter((path) => path.startsWith('none'))).toEqual([]);
});
