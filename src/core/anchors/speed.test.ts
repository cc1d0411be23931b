import { expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import { openPage, type Page } from './page.ts';
import { resolveAnchor } from './resolve.ts';

/** Counts how often a line is looked at in any way: work is counted and not timed, for a machine may be busy. */
function watchedPage(text: string) {
  let looks = 0;
  const watched = <T extends object>(list: T): T =>
    new Proxy(list, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
        return Reflect.get(target, key);
      },
    });
  const page = openPage(text);
  const places = new Map([...page.places].map(([mark, found]) => [mark, watched(found)]));
  const counted: Page = {
    ...page,
    lines: watched(page.lines),
    solid: watched(page.solid),
    places,
    wordMarks: (line) => {
      looks++;
      return page.wordMarks(line);
    },
    weight: (line) => {
      looks++;
      return page.weight(line);
    },
  };
  return { page: counted, looks: () => looks };
}

it('resolves a thousand anchors in a file of 2,000 lines without looking at each line for each', () => {
  const lines = Array.from({ length: 2000 }, (_, at) =>
    at % 9 === 0 ? '}' : `  const item${at} = combine(item${at - 1}, part${at % 40}, ${at});`,
  );
  const then = openPage(lines.join('\n'));
  const anchors = Array.from({ length: 1000 }, (_, at) =>
    makeAnchor('a.js', then, at + 1, at + 1 + (at % 12)),
  );
  const changed = lines.map((line, at) => (at % 17 === 0 ? line.replace('combine', 'merge') : line));
  const states = new Set<string>();
  const now = watchedPage(['// top', ...changed].join('\n'));
  for (const anchor of anchors) states.add(resolveAnchor(anchor, now.page).state);
  expect(states).toContain('moved');
  expect(states).toContain('edited');
  // Each for each would be two million, and each of their words with each many times that.
  expect(now.looks()).toBeLessThan(anchors.length * lines.length);
});

/** Counts how often the lines of any declaration are asked for. */
function countedPage(count: number, name: (at: number) => string, body: (at: number) => string) {
  let asked = 0;
  const lines = Array.from({ length: count }, (_, at) => [`function ${name(at)}() {`, `  ${body(at)}`, '}']);
  const symbols = lines.map((_, at) => ({
    name: name(at),
    startLine: at * 3 + 1,
    get endLine() {
      asked++;
      return at * 3 + 3;
    },
  }));
  return { page: openPage(lines.flat().join('\n'), symbols), asked: () => asked };
}

it('follows a renamed declaration among 20,000 without looking at each for each', () => {
  const COUNT = 20_000;
  const RENAMED = 12_345;
  const body = (at: number) => `store(item${at}, store${at % 97}, box${at % 89}, label${at}, price${at});`;
  const then = countedPage(COUNT, (at) => `keep${at}`, body);
  const anchor = makeAnchor('shop.js', then.page, RENAMED * 3 + 1, RENAMED * 3 + 3);
  const now = countedPage(COUNT, (at) => (at === RENAMED ? 'hold' : `keep${at}`), body);
  expect(resolveAnchor(anchor, now.page)).toMatchObject({ state: 'edited', startLine: RENAMED * 3 + 1 });
  // Each for each would be 400 million.
  expect(now.asked()).toBeLessThan(COUNT * 100);
});
