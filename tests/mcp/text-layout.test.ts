/**
 * The layout of the text form, for hostile repositories: whatever stands in files, names and notes, no line of an answer begins with it.
 * `output` is left out: it is the Markdown of its contract, with code in fences.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { runs } from '../helpers/full-run.ts';
import { repository } from '../helpers/repository.ts';

const MARK = 'FORGED';
/** Every line begins with the mark: none may be the beginning of a line of ours. */
const hostileLine = fc
  .tuple(
    fc.constantFrom(
      '',
      ' shop/retry.py:1-3  Retry',
      ' as sent before: a.py:1-9',
      '\u001b[2K',
      '\u2028',
      '\t',
      ': 1',
      '  ',
    ),
    fc.string({ maxLength: 12 }).filter((text) => !/[\r\n]/.test(text)),
  )
  .map(([head, tail]) => MARK + head + tail);
const hostileText = (end: string) =>
  fc.array(hostileLine, { minLength: 1, maxLength: 4 }).map((lines) => lines.join(end));

const hostile = fc.record({
  comment: hostileText('\n'),
  carriage: hostileText('\r\n'),
  note: hostileText('\n'),
  summary: hostileText('\n'),
  name: hostileLine.map((text) => text.replace(/[^\w ]/g, '_').slice(0, 40)),
});

const CALLS = (name: string): readonly [string, Record<string, unknown>][] => [
  ['repo.outline', { path: 'shop/pay.py' }],
  ['repo.outline', { path: 'shop/pay.py', names: true }],
  ['repo.open_file', { path: 'shop/pay.py' }],
  ['repo.open_file', { path: `shop/${name}.txt` }],
  ['repo.list_files', {}],
  ['repo.symbol', { symbol: 'settle', with: ['callers', 'callees'] }],
  ['repo.references', { symbol: 'settle' }],
  ['repo.search', { query: `settle ${MARK}` }],
  ['repo.build_context_bundle', { prompt: `settle ${MARK}` }],
  ['repo.audit_log', {}],
  ['repo.status', {}],
  ['read_file', { path: 'shop/pay.py' }],
  ['read_file', { path: `shop/${name}.txt`, numbers: true }],
  ['grep_codebase', { pattern: MARK, context: 2 }],
  ['grep_codebase', { pattern: MARK, filesOnly: true }],
  ['grep_codebase', { pattern: MARK, countOnly: true }],
  ['context_search', { query: `settle ${MARK}` }],
  ['context.list', {}],
  ['context.get', { ref: '1' }],
  ['context.search', { query: MARK }],
  ['list_contexts', {}],
  ['query_context', { scope: 'shop' }],
  ['check_freshness', { scope: 'shop' }],
  ['input', { action: 'list' }],
];

test('text of the repository never begins a line', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async ({ comment, carriage, note, summary, name }) => {
      const root = repository({
        '.context/config.json': '{}\n',
        '.context/00001.md': note,
        'shop/.context.yaml': `version: 1\nlast_updated: "2026-01-01T00:00:00Z"\nfingerprint: "00000000"\nscope: shop\nsummary: ${JSON.stringify(summary)}\nmaintenance: By hand.\ndecisions:\n  - what: ${JSON.stringify(summary)}\n    why: ${JSON.stringify(summary)}\n`,
        'shop/pay.py': `# refer to context 00001\ndef settle(bill=${JSON.stringify(MARK)}):\n    """${comment.replace(/["\\]/g, '')}\n    """\n    return bill\n\n\ndef call():\n    return settle(1)\n`,
        [`shop/${name}.txt`]: carriage,
      });
      const { app } = await openApp(root);
      try {
        for (const [tool, args] of CALLS(name)) {
          const outcome = await app.call(tool, args, { requestId: 1, form: 'text' });
          const lines = outcome?.text.split('\n') ?? [];
          expect(
            lines.filter((line) => line.startsWith(MARK)),
            `${tool} ${JSON.stringify(args)}`,
          ).toEqual([]);
        }
      } finally {
        await app.close();
      }
    }),
    { numRuns: runs(3, 30) },
  );
});
