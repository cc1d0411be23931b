import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockAt, cutPage } from './output.ts';

const start = { pack: { id: 'pk_abcdefgh', revision: 3 }, block: 0 };
const LEGEND = '[LEGEND]\n# Context pack: T';

test('what fits is one page', () => {
  expect(cutPage(LEGEND, ['one', 'two'], start)).toBe(
    '[LEGEND]\n# Context pack: T\n\n[CONTENT]\none\n\ntwo\n',
  );
});

test('pages hold every block once, in order, and none is larger than allowed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('x', 'é', '\u{1F600}'), maxLength: 120 }), {
        minLength: 1,
        maxLength: 30,
      }),
      fc.integer({ min: 700, max: 2000 }),
      (texts, maxBytes) => {
        const blocks = texts.map((text, at) => `<${at}>${text}`);
        const seen: string[] = [];
        let from = start;
        for (let pages = 0; ; pages++) {
          expect(pages).toBeLessThanOrEqual(blocks.length);
          const page = cutPage(LEGEND, blocks, from, maxBytes);
          expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxBytes);
          expect(page.startsWith(`${LEGEND}\n\n[CONTENT]\n`)).toBe(true);
          seen.push(...[...page.matchAll(/<(\d+)>/g)].map(([, at]) => blocks[Number(at)] ?? ''));
          const cursor = /^- cursor: (\S+)$/m.exec(page)?.[1];
          if (cursor === undefined) break;
          from = { ...start, block: blockAt(cursor, start.pack, blocks) };
        }
        expect(seen).toEqual(blocks);
      },
    ),
  );
});

test('a block larger than a page still comes, alone', () => {
  const page = cutPage(LEGEND, ['x'.repeat(5000), 'next'], start, 1000);
  expect(page).toContain('x'.repeat(5000));
  expect(page).not.toContain('next\n\n');
  expect(page).toContain('1 of 2 blocks are left');
});

const blocks = ['one', 'two', 'three'];
const given = /^- cursor: (\S+)$/m.exec(cutPage(LEGEND, blocks, start, 1))?.[1] ?? '';

test.each(['', 'abc', '!!!', `${given}=`, `${given}\n`, 'x'.repeat(10_000)])(
  'the cursor %.40j was not given by a page',
  (cursor) => {
    expect(() => blockAt(cursor, start.pack, blocks)).toThrow(
      expect.objectContaining({ code: 'invalid_arguments' }),
    );
  },
);

test('a cursor is of one pack and one revision, and of a block that is there', () => {
  expect(blockAt(given, start.pack, blocks)).toBe(1);
  const stale = expect.objectContaining({ code: 'stale_cursor' });
  expect(() => blockAt(given, { ...start.pack, revision: 4 }, blocks)).toThrow(stale);
  expect(() => blockAt(given, { ...start.pack, id: 'pk_zzzzzzzz' }, blocks)).toThrow(stale);
  expect(() => blockAt(given, start.pack, ['one'])).toThrow(stale);
});
