/** Checks of Node, git, ripgrep, the parser and the model. */
import type { Config } from '../../config/index.ts';
import type { CodeIndex } from '../../core/index/index.ts';
import { isRefusal } from '../../core/workspace/index.ts';
import { fixForNoGit, whyNoGit } from '../git.ts';
import type { Services } from '../services.ts';
import { failed, ok, type Verdict } from './diagnosis.ts';

const OLDEST_NODE = [20, 19] as const;
const AGAIN = 'Reinstall pilotbook, with its optional dependencies.';
/** A path below a directory, without characters that have a meaning in a glob. */
const PLAIN_NESTED = /^[\w.-]+\/[\w./-]+$/;
/** Files up to this size are read whole to tell text from binary. */
const MOST_PROBED = 8_000;
const MOST_TRIED = 20;
const PROBE = 'def probe():\n    pass\n';

export function nodeCheck(node: string): Verdict {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const recent = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return recent ? ok(node) : failed(`${node} is too old`, `Use Node ${OLDEST_NODE.join('.')} or newer.`);
}

export async function gitCheck({ workspace }: Pick<Services, 'workspace'>): Promise<Verdict> {
  const lack = whyNoGit(workspace);
  if (lack === undefined && (await workspace.git.answers())) return ok('git answers for this repository');
  if (lack === undefined)
    return failed(
      'git is installed, but fails on this repository',
      'Run `git status` here to see why, or install git again. Until then files are listed without git; `check --since` and `brief` need git.',
    );
  const more = fixForNoGit(workspace);
  return {
    state: 'warning',
    finding: lack,
    fix: `No action is needed: files are listed without git. \`check --since\` and \`brief\` need git.${more === undefined ? '' : ` ${more}`}`,
  };
}

export async function ripgrepCheck(
  { workspace }: Pick<Services, 'workspace'>,
  grep: CodeIndex['grep'],
): Promise<Verdict> {
  const probe = await searchProbe(workspace);
  const answer = await grep({
    pattern: probe?.word ?? 'x',
    fixedStrings: true,
    ...(probe === undefined ? {} : { fileGlob: probe.path }),
    caseSensitive: true,
    contextLines: 0,
    limit: 1,
    maxLineLength: 80,
  });
  if ('invalidPattern' in answer) return failed('ripgrep did not answer', AGAIN);
  if (probe !== undefined && answer.matches[0]?.path !== probe.path)
    return failed(`ripgrep runs, but does not find a word of ${probe.path}`, AGAIN);
  return ok('finds text');
}

/** A word of a file in a subdirectory, whose path is more than a name; undefined if there is no such file. */
async function searchProbe({
  files,
  readText,
}: Services['workspace']): Promise<{ path: string; word: string } | undefined> {
  const nested = (await files()).filter(({ path, size }) => PLAIN_NESTED.test(path) && size <= MOST_PROBED);
  for (const { path } of nested.slice(0, MOST_TRIED)) {
    const file = await readText(path);
    const word = isRefusal(file) ? undefined : /[A-Za-z]{3,}/.exec(file.text)?.[0];
    if (word !== undefined) return { path, word };
  }
  return undefined;
}

export async function grammarCheck(
  { outline }: Services,
  { disabledAdapters }: Config,
  signal: AbortSignal,
): Promise<Verdict> {
  const symbols = await outline('probe.py', PROBE, { signal });
  return symbols.length === 1 || disabledAdapters.includes('python')
    ? ok('outlines work')
    : failed('the parser returns no outline', 'Reinstall pilotbook.');
}

export async function modelCheck({ engine }: Services, { embeddings }: Config): Promise<Verdict> {
  if (embeddings === 'none') return ok('search by meaning is switched off');
  if (embeddings === 'openai')
    return {
      state: 'warning',
      finding: 'text is sent to the configured embedding service',
      fix: 'Use --embeddings static to stay on this machine.',
    };
  const { id, dims } = await engine.embedder();
  return ok(`${id}, ${dims} dimensions`);
}
