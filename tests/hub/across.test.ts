/** One question to repositories of very different size. */
import { expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { origin, startHub } from './start-hub.ts';

const SAME = 'export function chargeCard(amount: number) {\n  return amount;\n}\n';

interface Hit {
  repository: string;
  path: string;
  score: number;
}

/** `large` has the words of the question in most of its files, `small` in one. */
async function unlike(): Promise<(query: string, more?: object) => Promise<Hit[]>> {
  const others = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      `lib/other${at}.ts`,
      `export const card${at} = ${at};\nexport const amount${at} = card${at};\n`,
    ]),
  );
  const [small, large] = [
    origin({ 'src/pay.ts': SAME, 'src/unlike.ts': 'export const nothing = 1;\n' }),
    origin({ 'src/pay.ts': SAME, ...others }),
  ];
  const toml = [small, large]
    .map(({ bare }, at) => `[[repository]]\nname = "${['small', 'large'][at]}"\nurl = "${bare}"\n`)
    .join('');
  const { hub, ask, token } = await startHub({ toml: `answers = "json"\n${toml}` });
  await eventually(() => expect(hub.isReady).toBe(true));
  const all = await token('all');
  return async (query, more = {}) => {
    const { text } = await ask(all, 'repo_search', { query, ...more });
    return JSON.parse(text).result.hits;
  };
}

test('the same file scores the same in a small and in a large repository, and hits are in order of score', async () => {
  const search = await unlike();
  for (const query of ['charge card amount', 'chargeCard', 'pay.ts', 'return the amount of a card']) {
    const hits = await search(query, { top_k: 20 });
    const same = hits.filter(({ path }) => path.endsWith(':src/pay.ts'));
    expect(same.map(({ repository }) => repository).sort()).toEqual(['large', 'small']);
    expect(same[0]?.score).toBe(same[1]?.score);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  }
  // Asked alone, each weighs words by itself.
  const alone = await Promise.all(
    ['small', 'large'].map((repository) => search('card amount', { repository })),
  );
  const scoreOf = (hits: Hit[] = []) => hits.find(({ path }) => path === 'src/pay.ts')?.score;
  expect(scoreOf(alone[0])).not.toBe(scoreOf(alone[1]));
});
