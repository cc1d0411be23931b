/** `pilotbook init`: finds what is there, plans what to write, and writes it. Running it again changes nothing; `remove` undoes it. */
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type InitReport, initStash, removeStashSetup, type WrittenText } from '../../areas/stash/index.ts';
import { AppError, asAppError } from '../../core/errors.ts';
import { isThere } from '../../core/store/index.ts';
import { byCodeUnit, splitLines } from '../../core/text/index.ts';
import type { AnswerForm } from '../../core/tool.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import {
  CLIENTS,
  type Client,
  type ConfigFile,
  claudeFolder,
  type Home,
  type Launch,
  packageOf,
  servedBy,
} from './clients.ts';
import { applyChange, type Change, type OwnFile, planEdits, planFile } from './config-file.ts';
import { answersIn } from './entries.ts';
import { type HubRequest, hubFile, TOKEN_ENV } from './hub-entry.ts';
import { planClaudeFile, planClaudeRemoval, SUB_AGENT, skillFor } from './instruction-files.ts';

export interface SetupRequest {
  /** Ids of clients, `all`, `none`, or undefined: those that are installed or configured. */
  clients: readonly string[] | undefined;
  /** User-level files instead of the project's. */
  global: boolean;
  remove: boolean;
  /** Also a skill and a subagent, for clients that have them. */
  skill: boolean;
  home: Home;
  /** How this program is started. */
  program: Launch;
  /** Clients start it that way; else they start the npm package of this version. */
  local: boolean;
  /** The form of answers; undefined: what an entry of ours asks for, else text. */
  answers: AnswerForm | undefined;
  /** A hub, beside the local server or instead of it. */
  hub: HubRequest | undefined;
}

interface Findings {
  git: boolean;
  /** Most files first. */
  languages: readonly { name: string; files: number }[];
  /** Ids. */
  clients: readonly string[];
}

export interface SetupStep {
  /** Relative to the root, from `~`, or absolute. */
  file: string;
  what: 'create' | 'update' | 'delete' | 'unchanged' | 'left' | 'failed';
  reason?: string;
  /** Lines that are removed (`- `) and added (`+ `). */
  lines?: readonly string[];
}

export interface Setup {
  found: Findings;
  steps: readonly SetupStep[];
  /** What a person should know before it is written. */
  notes: readonly string[];
  /** Writes what it can, and returns what failed. */
  apply(signal: AbortSignal): Promise<readonly SetupFailure[]>;
}

interface SetupFailure {
  file: string;
  reason: string;
}

const MOST_LANGUAGES = 5;
const CLAUDE_CODE = 'claude-code';

export async function planSetup(
  workspace: Workspace,
  version: string,
  request: SetupRequest,
): Promise<Setup> {
  const { root, isDenied } = workspace;
  const { home, remove } = request;
  const found = await findingsIn(workspace, home);
  const chosen = chooseClients(request.clients ?? clientsToServe(found.clients, remove));
  const program = request.local ? request.program : packageOf(version);
  const planned: { change: Change; within: string }[] = [];
  const files = await filesOf(chosen, request, root, program);
  for (const { client, file } of files)
    planned.push({ change: await planClient(client, file, request), within: file.within });
  if (request.skill || remove)
    for (const { path, within, file } of skillFiles(chosen, request, root, program)) {
      const change = await planFile(path, within, file, remove);
      // Without --skill, a skill that does not exist is not mentioned.
      if (request.skill || change.kind !== 'unchanged') planned.push({ change, within });
    }
  const written: WrittenText[] = [];
  const stash = (dryRun: boolean) =>
    remove
      ? removeStashSetup(root, { dryRun })
      : initStash(root, { agentsFile: 'AGENTS.md', isDenied, dryRun, tell: (text) => written.push(text) });
  const report = request.global ? undefined : await stash(true);
  const notes = report ? stashSteps(report, written) : [];
  if (report) {
    const isClaude = chosen.some(({ id }) => id === CLAUDE_CODE);
    const changes = remove
      ? await planClaudeRemoval(root)
      : isClaude
        ? [await planClaudeFile(root, report.agentsFile.name)]
        : [];
    planned.push(...changes.map((change) => ({ change, within: root })));
  }
  return {
    found,
    steps: [
      ...notes,
      ...planned.map(({ change }) => stepOf(change, root, home)),
      ...(request.global ? [] : userOnly(chosen, root, home)),
      ...(request.hub === undefined || remove ? [] : withoutHub(files, root, home)),
    ],
    notes: [
      ...(request.clients === undefined && !remove && found.clients.length === 0 ? [noneFound(home)] : []),
      ...(await notesOn(planned, request, version)),
      ...hubNotes(planned, request),
    ],
    apply: async (signal) => {
      const failures: SetupFailure[] = [];
      const attempt = async (file: string, work: () => Promise<unknown>) => {
        signal.throwIfAborted();
        const reason = await reasonOfFailure(work);
        if (reason !== undefined) failures.push({ file, reason });
      };
      if (!request.global) await attempt('.context and agents file', () => stash(false));
      for (const { change, within } of planned)
        await attempt(stepOf(change, root, home).file, () => applyChange(change, within));
      return failures;
    },
  };
}

/** A client that takes no hub keeps its local server, also if only the hub was asked for. */
async function planClient(
  client: Client,
  file: ConfigFile,
  { hub, remove }: Pick<SetupRequest, 'hub' | 'remove'>,
): Promise<Change> {
  const ofHub = hubFile(file, client, hub ?? { url: '', tokenEnv: TOKEN_ENV });
  const inHub = ofHub === undefined ? [] : [ofHub];
  if (remove) return await planEdits(file, [], [file, ...inHub]);
  if (hub === undefined) return await planEdits(file, [file], []);
  return hub.only && ofHub !== undefined
    ? await planEdits(file, inHub, [file])
    : await planEdits(file, [file, ...inHub], []);
}

function withoutHub(
  files: readonly { client: Client; file: ConfigFile }[],
  root: string,
  home: Home,
): SetupStep[] {
  return files
    .filter(({ client }) => client.hub === undefined)
    .map(({ client: { title }, file }) => ({
      file: shownPath(file.path, root, home),
      what: 'left',
      reason: `${title} takes no token from the environment; the hub is not written there`,
    }));
}

function hubNotes(planned: readonly { change: Change }[], { hub, remove }: SetupRequest): string[] {
  const writes = planned.some(({ change: { kind } }) => kind === 'create' || kind === 'update');
  if (hub === undefined || remove || !writes) return [];
  return [
    `The hub asks for a token: set ${hub.tokenEnv} where your clients start. pilotbook hub token add makes one, on the hub.`,
  ];
}

/** Our skill may be left over from a client that is gone; only Claude Code has its own place for it. */
function clientsToServe(found: readonly string[], remove: boolean): readonly string[] {
  return remove && found.length === 0 ? [CLAUDE_CODE] : found;
}

function noneFound(home: Home): string {
  const places = CLIENTS.map(({ title, signs }) => {
    const [sign = ''] = signs(home);
    const inHome = below(home.directory, sign);
    return `${title} (${inHome === undefined ? sign : join('~', inHome)})`;
  });
  return `No client was found. Looked for ${places.join(', ')}, and for their files in the project. To write for one anyway, name it: --client NAME.`;
}

async function notesOn(
  planned: readonly { change: Change }[],
  { local, remove, program, hub }: SetupRequest,
  version: string,
): Promise<string[]> {
  const writes = planned.some(({ change: { kind } }) => kind === 'create' || kind === 'update');
  if (local || remove || !writes || hub?.only === true || !(await isFromClone(program))) return [];
  return [
    `Clients will start pilotbook@${version} from the npm registry (npx), not this clone; use --local to start this clone.`,
  ];
}

/** An installed package has no .git next to it. */
async function isFromClone({ args: [file] }: Launch): Promise<boolean> {
  return file !== undefined && (await isThere(join(dirname(file), '..', '.git')));
}

/** Reports what the disk refuses; anything else is a bug and is thrown. */
async function reasonOfFailure(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.kind !== 'io') throw thrown;
    return error.message;
  }
}

async function findingsIn(workspace: Workspace, home: Home): Promise<Findings> {
  const { languageOf } = await import('../../core/languages/index.ts');
  const counts = new Map<string, number>();
  for (const { path } of await workspace.files()) {
    const language = languageOf(path);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const clients: string[] = [];
  for (const client of CLIENTS) if (await isPresent(client, workspace.root, home)) clients.push(client.id);
  return {
    git: workspace.git.isRepository(),
    languages: [...counts]
      .map(([name, files]) => ({ name, files }))
      .sort((a, b) => b.files - a.files || byCodeUnit(a.name, b.name))
      .slice(0, MOST_LANGUAGES),
    clients,
  };
}

async function isPresent(client: Client, root: string, home: Home): Promise<boolean> {
  const project = client.project?.(root, packageOf('')).path;
  const signs = [...client.signs(home), ...(project === undefined ? [] : [project])];
  for (const sign of signs) if (await isThere(sign)) return true;
  return false;
}

function chooseClients(ids: readonly string[]): Client[] {
  if (ids.includes('none')) return [];
  if (ids.includes('all')) return [...CLIENTS];
  return ids.map((id) => {
    const client = CLIENTS.find((each) => each.id === id);
    if (client) return client;
    throw new AppError('invalid', 'unknown_client', `There is no client ${JSON.stringify(id)}.`, {
      hint: `Known: ${CLIENTS.map((each) => each.id).join(', ')}, all, none.`,
    });
  });
}

/** A client without a file in the project starts servers elsewhere, so its entry names the root. */
async function filesOf(
  clients: readonly Client[],
  { global, home, answers }: SetupRequest,
  root: string,
  program: Launch,
): Promise<{ client: Client; file: ConfigFile }[]> {
  const files: { client: Client; file: ConfigFile }[] = [];
  for (const client of clients) {
    const { project, user } = client;
    const fileFor = (form: AnswerForm) =>
      global
        ? user(home, servedBy(program, project ? undefined : root, form))
        : project?.(root, servedBy(program, undefined, form));
    const file = fileFor(answers ?? 'text');
    // A person who chose JSON once need not say so again.
    const kept = file && answers === undefined ? fileFor(await answersIn(file)) : file;
    if (kept) files.push({ client, file: kept });
  }
  return files;
}

function skillFiles(
  clients: readonly Client[],
  { global, home }: SetupRequest,
  root: string,
  program: Launch,
): { path: string; within: string; file: OwnFile }[] {
  const base = global ? home.directory : root;
  const claude = global ? claudeFolder(home) : { path: join(root, '.claude'), within: root };
  const skill = skillFor(program);
  const inClaude = (path: string, file: OwnFile) => ({ ...claude, path: join(claude.path, path), file });
  return [
    { path: join(base, '.agents/skills/pilotbook/SKILL.md'), within: base, file: skill },
    ...(clients.some(({ id }) => id === CLAUDE_CODE)
      ? [inClaude('skills/pilotbook/SKILL.md', skill), inClaude('agents/pilotbook-scout.md', SUB_AGENT)]
      : []),
  ];
}

/** Clients that read no file in a project. */
function userOnly(clients: readonly Client[], root: string, home: Home): SetupStep[] {
  return clients
    .filter(({ project }) => project === undefined)
    .map(({ title, user }) => ({
      file: shownPath(user(home, packageOf('')).path, root, home),
      what: 'left',
      reason: `${title} reads no file in a project; use --global`,
    }));
}

function stashSteps({ config, agentsFile }: InitReport, written: readonly WrittenText[]): SetupStep[] {
  const kinds = {
    created: 'create',
    updated: 'update',
    removed: 'delete',
    unchanged: 'unchanged',
    left: 'left',
  } as const;
  const linesOf = (file: string) => {
    const text = written.find((each) => each.file === file);
    return text === undefined ? {} : { lines: changedLines(text) };
  };
  return [
    { file: '.context/config.json', what: kinds[config], ...linesOf('.context/config.json') },
    {
      file: agentsFile.name,
      what: kinds[agentsFile.change],
      ...(agentsFile.reason === undefined ? {} : { reason: agentsFile.reason }),
      ...linesOf(agentsFile.name),
    },
  ];
}

function stepOf(change: Change, root: string, home: Home): SetupStep {
  return {
    file: shownPath(change.path, root, home),
    what: change.kind,
    ...('reason' in change ? { reason: change.reason } : {}),
    ...('after' in change ? { lines: changedLines(change) } : {}),
  };
}

/** Relative to the root, or from `~`, or absolute if it is in neither. */
function shownPath(path: string, root: string, home: Home): string {
  const inHome = below(home.directory, path);
  return below(root, path) ?? (inHome === undefined ? path : `~${sep}${inHome}`);
}

function below(directory: string, path: string): string | undefined {
  const inside = relative(directory, path);
  return isAbsolute(inside) || inside.startsWith('..') ? undefined : inside;
}

/** All lines between the first and the last that differ. */
function changedLines({ before, after }: { before: string; after: string }): string[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  const isSame = (at: number, other: number) => old[at] === now[other];
  let start = 0;
  while (start < Math.min(old.length, now.length) && isSame(start, start)) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && isSame(old.length - 1 - end, now.length - 1 - end))
    end++;
  return [
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
  ];
}
