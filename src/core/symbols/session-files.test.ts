/** What a question answers when there was no time to parse: the symbol is found all the same, the rest is said to be missing. */
import { expect, test } from 'vitest';
import { readFacts } from '../facts/index.ts';
import type { ReadFile } from './facts-store.ts';
import type { SessionDeps } from './session-files.ts';
import { SymbolSession } from './symbol-session.ts';

const TEXTS = new Map([
  ['shop/order.go', 'package shop\n\ntype Order struct{}\n'],
  ['shop/refund.go', 'package shop\n\nfunc (order *Order) Refund() int { return 1 }\n'],
  ['till/till.go', 'package till\n\nfunc closeTill(order *shop.Order) int {\n\treturn order.Refund()\n}\n'],
  ['night/night.go', 'package night\n\nfunc nightly(order *shop.Order) int {\n\treturn order.Refund()\n}\n'],
]);

/** Nothing is at hand, and time was up before the question came. */
function lateSession(changes: Partial<SessionDeps['store']> = {}, leftOut: string[] = []) {
  const parsed: string[] = [];
  const deps: SessionDeps = {
    store: {
      source: async (path) => {
        const text = TEXTS.get(path);
        return text === undefined ? undefined : { text };
      },
      factsNow: async () => undefined,
      atHand: () => undefined,
      ofText: async (path, { text }) => {
        parsed.push(path);
        return { text, facts: await readFacts(path, text), unparsed: undefined };
      },
      ...changes,
    },
    filesWith: async (word) => [...TEXTS].filter(([, text]) => text.includes(word)).map(([path]) => path),
    listing: async () => [...TEXTS.keys()],
    now: () => performance.now(),
    leftOut: (path) => leftOut.push(path),
  };
  return { session: new SymbolSession(deps, { deadlineMs: 0 }), parsed };
}

const REFUND = { names: ['Order', 'Refund'], path: undefined, line: undefined };

test('the declaration is found, with the type that is declared in another file', async () => {
  const { session } = lateSession();
  expect(await session.find(REFUND)).toMatchObject([
    { path: 'shop/refund.go', qualifiedName: 'Order.Refund', kind: 'method' },
  ]);
  expect(session.filesLeft).toBe(0);
});

test('path:line is found', async () => {
  const { session } = lateSession();
  const found = await session.find({ names: [], path: 'till/till.go', line: 3 });
  expect(found).toMatchObject([{ qualifiedName: 'closeTill' }]);
});

test('the other files are left out: their mentions are possible, and they are counted', async () => {
  const leftOut: string[] = [];
  const { session, parsed } = lateSession({}, leftOut);
  const [refund] = await session.find(REFUND);
  if (refund === undefined) throw new Error('not found');
  const { mentions, unparsed } = await session.mentions(refund);
  expect(mentions.map(({ path, class: kind }) => [path, kind])).toEqual([
    ['night/night.go', 'possible'],
    ['shop/refund.go', 'definition'],
    ['till/till.go', 'possible'],
  ]);
  expect(unparsed).toEqual([
    { path: 'night/night.go', why: 'no time' },
    { path: 'till/till.go', why: 'no time' },
  ]);
  expect(session.filesLeft).toBe(2);
  expect(leftOut).toEqual(['night/night.go', 'till/till.go']);
  expect(parsed).not.toContain('till/till.go');
});

test('what is in memory is used when time is up; what would have to be read from the store is not', async () => {
  const till = 'till/till.go';
  const text = TEXTS.get(till) ?? '';
  const facts = await readFacts(till, text);
  const { session, parsed } = lateSession({
    atHand: (path) => (path === till ? { text, facts, unparsed: undefined } : undefined),
  });
  const [refund] = await session.find(REFUND);
  if (refund === undefined) throw new Error('not found');
  const { mentions, unparsed } = await session.mentions(refund);
  expect(mentions.find(({ path }) => path === till)?.class).not.toBe('possible');
  expect(unparsed).toEqual([{ path: 'night/night.go', why: 'no time' }]);
  expect(parsed).not.toContain('night/night.go');
});

test.each([
  ['', 0],
  [', also if reading them takes longer than there is time', 0.5],
])(
  'a name in 5,000 files: an answer with what could be parsed, how much is left, and more with the next question%s',
  async (_, readMs) => {
    const declared = 'package log\n\nfunc Errorf(text string) {}\n';
    const use = 'package shop\n\nimport "log"\n\nfunc use() {\n\tlog.Errorf("no")\n}\n';
    const paths = Array.from({ length: 5_000 }, (_, at) => `shop/use${at}.go`);
    const texts = new Map([['log/log.go', declared], ...paths.map((path) => [path, use] as const)]);
    const known = new Map<string, ReadFile>();
    const facts = new Map([
      [declared, await readFacts('a.go', declared)],
      [use, await readFacts('a.go', use)],
    ]);
    /** Each file that is parsed takes ten milliseconds of this clock. */
    let now = 0;
    const ask = async () => {
      const session = new SymbolSession(
        {
          store: {
            source: async (path) => {
              now += readMs;
              return { text: texts.get(path) ?? '' };
            },
            atHand: (path) => known.get(path),
            factsNow: async () => undefined,
            ofText: async (path, { text }) => {
              const read = known.get(path) ?? { text, facts: facts.get(text), unparsed: undefined };
              if (!known.has(path)) now += 10;
              known.set(path, read);
              return read;
            },
          },
          filesWith: async () => [...texts.keys()],
          listing: async () => [...texts.keys()],
          now: () => now,
        },
        { deadlineMs: now + 1_200, leastParsingMs: 300 },
      );
      const [symbol] = await session.find({ names: ['Errorf'], path: undefined, line: undefined });
      if (symbol === undefined) throw new Error('not found');
      const { mentions, unparsed } = await session.mentions(symbol);
      expect(mentions).toHaveLength(5_001);
      expect(session.filesLeft).toBe(unparsed.length);
      return session.filesLeft;
    };
    const left = [await ask(), await ask(), await ask()] as const;
    expect(left[0]).toBeGreaterThan(4_800);
    expect(left[0]).toBeLessThan(5_000 - 20);
    expect(left[1]).toBeLessThan(left[0] - 20);
    expect(left[2]).toBeLessThan(left[1] - 20);
  },
);
