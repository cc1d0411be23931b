/**
 * What works here and what does not, each with the next step. A check tries the real thing (parses a text, embeds a
 * word, writes a file) rather than look whether something is installed.
 */
import type { Config } from '../config/index.ts';
import { asAppError } from '../core/errors.ts';
import { openFolder } from '../core/store/index.ts';
import type { House } from './house.ts';
import { brokenEntries } from './setup/entries.ts';
import { CLIENTS, type Home } from './setup/index.ts';

export interface Diagnosis {
  name: string;
  state: 'ok' | 'warning' | 'failed';
  /** What was found. */
  finding: string;
  /** What to do about it. */
  mend?: string;
  /** Does it; only where nothing can be lost. */
  repair?: () => Promise<string>;
}

type Check = () => Promise<Omit<Diagnosis, 'name'>>;

const OLDEST_NODE = [20, 19] as const;
const PROBE = 'def probe():\n    pass\n';

export async function examine(house: House, config: Config, node: string, home: Home): Promise<Diagnosis[]> {
  const checks: Record<string, Check> = {
    node: async () => nodeCheck(node),
    git: async () =>
      house.workspace.git.isRepository()
        ? ok('the repository is read through safe git plumbing')
        : {
            state: 'warning',
            finding: 'not a git repository, or git is not installed',
            mend: 'Nothing: files are listed by our own walker; `check --since` needs git.',
          },
    ripgrep: async () => {
      const answer = await house.workspace.grep({
        pattern: 'x',
        caseSensitive: true,
        contextLines: 0,
        limit: 1,
        maxLineLength: 80,
      });
      return 'invalidPattern' in answer ? failed('ripgrep gave no answer') : ok('searches');
    },
    grammars: async () => {
      const symbols = await house.outline('probe.py', PROBE);
      return symbols.length === 1 || config.disabledAdapters.includes('python')
        ? ok('outlines are made')
        : failed('the parser gives no outline', 'Install pilotbook again.');
    },
    model: async () => {
      if (config.embeddings === 'none') return ok('search by meaning is switched off');
      if (config.embeddings === 'openai')
        return {
          state: 'warning',
          finding: 'text is sent to the configured embedding service',
          mend: 'Use --embeddings static to stay on this machine.',
        };
      const embedder = await house.engine.embedder();
      return ok(`${embedder.id}, ${embedder.dims} dimensions`);
    },
    data: async () => dataCheck(house),
    index: async () => {
      const { state, indexedFileCount, sizeBytes } = (await house.engine.index()).status();
      const size = `${indexedFileCount} files, ${(sizeBytes / 1024 / 1024).toFixed(1)} MB`;
      if (state === 'ready') return ok(size);
      return {
        state: 'warning',
        finding: `${state}; ${size}`,
        mend: 'The first search builds it; pilotbook index does so now.',
        repair: async () => `${(await (await house.engine.index()).refresh()).added} files indexed`,
      };
    },
    packs: async () => packCheck(house, config),
    clients: async () => {
      const broken = await brokenEntries(CLIENTS, house.workspace.root, home);
      return broken.length === 0
        ? ok('no configuration points nowhere')
        : { state: 'warning', finding: broken.join('; '), mend: 'pilotbook init writes the entry anew.' };
    },
  };
  const found: Diagnosis[] = [];
  for (const [name, check] of Object.entries(checks)) found.push({ name, ...(await tried(check)) });
  return found;
}

/** A check that throws has found something too. */
async function tried(check: Check): Promise<Omit<Diagnosis, 'name'>> {
  try {
    return await check();
  } catch (thrown) {
    const { message, hint } = asAppError(thrown);
    return failed(message, hint);
  }
}

function ok(finding: string): Omit<Diagnosis, 'name'> {
  return { state: 'ok', finding };
}

function failed(finding: string, mend?: string): Omit<Diagnosis, 'name'> {
  return { state: 'failed', finding, ...(mend === undefined ? {} : { mend }) };
}

function nodeCheck(node: string): Omit<Diagnosis, 'name'> {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const recent = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return recent ? ok(node) : failed(`${node} is too old`, `Use Node ${OLDEST_NODE.join('.')} or newer.`);
}

async function dataCheck(house: House): Promise<Omit<Diagnosis, 'name'>> {
  const folder = await house.openData();
  await folder.writeAtomic('probe', '');
  await folder.remove('probe');
  return ok('the data directory can be written');
}

async function packCheck(house: House, config: Config): Promise<Omit<Diagnosis, 'name'>> {
  const broken = (await house.packs.survey(new AbortController().signal)).flatMap((each) =>
    'problem' in each ? [each] : [],
  );
  if (broken.length === 0) return ok('all packs can be read');
  return {
    state: 'failed',
    finding: broken.map(({ file, problem }) => `${file}: ${problem.message}`).join('; '),
    mend: 'Mend the file by hand, or move it out of the folder; --repair puts .broken behind its name.',
    repair: async () => {
      const folder = await (await openFolder(config.packRoot))?.folder('packs');
      for (const { file } of broken) await setAside(folder, file);
      return `${broken.length} set aside`;
    },
  };
}

/** The text is kept whole under another name before the old one goes. */
async function setAside(folder: Awaited<ReturnType<typeof openFolder>>, file: string): Promise<void> {
  const read = await folder?.read(file, 64 * 1024 * 1024);
  if (folder && read?.found && (await folder.createExclusive(`${file}.broken`, read.text)) === 'created')
    await folder.remove(file);
}
