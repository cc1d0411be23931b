/** What the program needs of the machine and brings along itself. */
import type { Config } from '../../config/index.ts';
import type { House } from '../house.ts';
import { mendOfNoGit, whyNoGit } from '../no-git.ts';
import { failed, ok, type Verdict } from './diagnosis.ts';

const OLDEST_NODE = [20, 19] as const;
const PROBE = 'def probe():\n    pass\n';

export function nodeCheck(node: string): Verdict {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const recent = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return recent ? ok(node) : failed(`${node} is too old`, `Use Node ${OLDEST_NODE.join('.')} or newer.`);
}

export function gitCheck({ workspace }: House): Verdict {
  const lack = whyNoGit(workspace);
  if (lack === undefined) return ok('the repository is read through safe git plumbing');
  const more = mendOfNoGit(workspace);
  return {
    state: 'warning',
    finding: lack,
    mend: `Nothing has to be done: files are listed by our own walker. \`check --since\` and \`brief\` need git.${more === undefined ? '' : ` ${more}`}`,
  };
}

export async function ripgrepCheck({ workspace }: House): Promise<Verdict> {
  const answer = await workspace.grep({
    pattern: 'x',
    caseSensitive: true,
    contextLines: 0,
    limit: 1,
    maxLineLength: 80,
  });
  return 'invalidPattern' in answer ? failed('ripgrep gave no answer') : ok('searches');
}

export async function grammarCheck({ outline }: House, { disabledAdapters }: Config): Promise<Verdict> {
  const symbols = await outline('probe.py', PROBE);
  return symbols.length === 1 || disabledAdapters.includes('python')
    ? ok('outlines are made')
    : failed('the parser gives no outline', 'Install pilotbook again.');
}

export async function modelCheck({ engine }: House, { embeddings }: Config): Promise<Verdict> {
  if (embeddings === 'none') return ok('search by meaning is switched off');
  if (embeddings === 'openai')
    return {
      state: 'warning',
      finding: 'text is sent to the configured embedding service',
      mend: 'Use --embeddings static to stay on this machine.',
    };
  const { id, dims } = await engine.embedder();
  return ok(`${id}, ${dims} dimensions`);
}
