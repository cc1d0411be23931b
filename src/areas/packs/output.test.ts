import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutPage, readCursor, writeCursor } from './output.ts';

const start = { id: 'pk_abcdefgh', revision: 3, block: 0 };
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
          from = readCursor(cursor);
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

test.each([
  '',
  'abc',
  '!!!',
  writeCursor(start),
  `${writeCursor({ ...start, block: 2 })}=`,
  'x'.repeat(10_000),
  Buffer.from('pk_abcdefgh.3.2\n').toString('base64url'),
])('the cursor %.40j was not given by a page', (cursor) => {
  expect(() => readCursor(cursor)).toThrow(expect.objectContaining({ code: 'invalid_data' }));
});
