/**
 * How good and how fast answers about symbols are. DIR holds checkouts named as the files in truth/ and judged/ say.
 *
 *   npm run bench -- symbols quality --repos DIR [--only hono,flask] [--verbose] [--codegraph DIR] [--truth DIR]   beside compilers
 *   npm run bench -- symbols judged --repos DIR                                                      beside people
 *   npm run bench -- symbols speed --repo DIR [--names a,b] [--common NAME]                          over MCP
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runJudged } from './judged.ts';
import { openMeasuredSymbols, UNHURRIED_MS } from './open-symbols.ts';
import { type Differs, emptyScore, type Score, scoreSymbol, share } from './score.ts';
import { runSpeed } from './speed.ts';
import { COMMITTED, readTruth, truthNames } from './truth.ts';

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      repos: { type: 'string' },
      only: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      codegraph: { type: 'string' },
      truth: { type: 'string', default: COMMITTED },
      repo: { type: 'string' },
      names: { type: 'string' },
      common: { type: 'string' },
    },
  });
  const [part] = positionals;
  const { repos, repo } = values;
  const differs: Differs = values.verbose ? (what, line) => console.error(what, line) : () => {};
  if (part === 'quality' && repos !== undefined)
    await quality(
      resolve(repos),
      values.truth,
      values.only?.split(',') ?? truthNames(values.truth),
      differs,
      values.codegraph,
    );
  else if (part === 'judged' && repos !== undefined) await runJudged(resolve(repos));
  else if (part === 'speed' && repo !== undefined)
    await runSpeed(resolve(repo), { names: values.names?.split(','), common: values.common });
  else
    throw new Error(
      'usage: npm run bench -- symbols quality --repos DIR | judged --repos DIR | speed --repo DIR',
    );
}

async function quality(
  repos: string,
  truth: string,
  names: readonly string[],
  differs: Differs,
  codegraph: string | undefined,
): Promise<void> {
  console.log(
    '| repository | oracle | symbols | unknown | certain precision | certain + likely | recall | enclosing | codegraph precision | codegraph recall |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const name of names) {
    if (!existsSync(join(repos, name))) continue;
    const { oracle, symbols: sampled } = readTruth(truth, name);
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-symbols-'));
    const symbols = await openMeasuredSymbols(join(repos, name), dataDir);
    const score = emptyScore();
    for (const symbol of sampled)
      await scoreSymbol(await symbols.ask({ timeMs: UNHURRIED_MS }), symbol, score, differs);
    await symbols.close();
    rmSync(dataDir, { recursive: true, force: true });
    console.log(row(name, oracle, score, codegraph === undefined ? undefined : peerScore(codegraph, name)));
  }
}

function row(
  name: string,
  oracle: string,
  { symbols, unknown, certain, likely, recall, enclosing }: Score,
  peer: { precision: number; recall: number } | undefined,
): string {
  const both = { right: certain.right + likely.right, wrong: certain.wrong + likely.wrong };
  const shares = [certain, both, recall, enclosing].map(share);
  return `| ${[name, oracle, symbols, unknown, ...shares, peer?.precision ?? '', peer?.recall ?? ''].join(' | ')} |`;
}

/** What codegraph said of the same symbols, by line; oracles.md says how it was asked. */
function peerScore(folder: string, name: string): { precision: number; recall: number } | undefined {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { score: { all: { precision: number; recall: number } } })
    .score.all;
}
