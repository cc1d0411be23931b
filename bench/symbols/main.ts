/**
 * How good and how fast answers about symbols are.
 *
 *   npm run bench -- symbols quality --truth DIR [--repos hono,flask]   beside compilers (oracles/README.md says how truth is made)
 *   npm run bench -- symbols judged --repos-dir DIR                     beside occurrences judged by hand (judged/*.json)
 *   npm run bench -- symbols speed --repo DIR [--names a,b]             cold and warm, over MCP
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runJudged } from './judged.ts';
import { openMeasuredSymbols } from './open-symbols.ts';
import { emptyScore, type Score, scoreSymbol, share } from './score.ts';
import { runSpeed } from './speed.ts';
import { readTruth } from './truth.ts';

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      truth: { type: 'string' },
      repos: { type: 'string' },
      'repos-dir': { type: 'string' },
      repo: { type: 'string' },
      names: { type: 'string' },
    },
  });
  const [part] = positionals;
  if (part === 'quality' && values.truth !== undefined)
    await quality(resolve(values.truth), values.repos?.split(','));
  else if (part === 'judged' && values['repos-dir'] !== undefined)
    await runJudged(resolve(values['repos-dir']));
  else if (part === 'speed' && values.repo !== undefined)
    await runSpeed(resolve(values.repo), values.names?.split(','));
  else
    throw new Error(
      'usage: npm run bench -- symbols quality --truth DIR | judged --repos-dir DIR | speed --repo DIR',
    );
}

async function quality(folder: string, wanted: readonly string[] | undefined): Promise<void> {
  const names = readdirSync(join(folder, 'samples'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .sort();
  console.log(
    '| repository | symbols | unknown | certain precision | certain + likely | recall | enclosing | codegraph precision | recall |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const name of wanted ?? names) {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-symbols-'));
    const symbols = await openMeasuredSymbols(join(folder, 'repos', name), dataDir);
    try {
      const truth = readTruth(folder, name);
      const score = emptyScore();
      for (const symbol of truth.symbols) {
        const session = await symbols.ask({ timeMs: Number.POSITIVE_INFINITY });
        await scoreSymbol(session, symbol, truth, score);
      }
      console.log(row(name, score, peerScore(folder, name)));
    } finally {
      await symbols.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

function row(name: string, score: Score, peer: { precision: number; recall: number } | undefined): string {
  const { certain, likely, enclosing } = score;
  const both = { right: certain.right + likely.right, wrong: certain.wrong + likely.wrong };
  const cells = [
    name,
    score.symbols,
    score.unknown,
    share(certain),
    share(both),
    `${(score.found / score.references).toFixed(3)} of ${score.references}`,
    share(enclosing),
    peer?.precision ?? '',
    peer?.recall ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The graph of codegraph on the same symbols, if it was asked (oracles/README.md). By line. */
function peerScore(folder: string, name: string): { precision: number; recall: number } | undefined {
  const file = join(folder, 'codegraph', `${name}.json`);
  if (!existsSync(file)) return undefined;
  const { score } = JSON.parse(readFileSync(file, 'utf8')) as {
    score: { all: { precision: number; recall: number } };
  };
  return score.all;
}
