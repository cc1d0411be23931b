/**
 * A hub as one caller sees it: the tools of a server over stdio, each with the repositories it is to be asked of. What the caller may not
 * see is not there: the same answer as for a name that nobody uses.
 */
import type { App, CallMeta, ServedApp } from '../app/index.ts';
import { AppError } from '../core/errors.ts';
import type { Outcome, Tool } from '../core/tool.ts';
import { ACROSS, askAcross } from './across.ts';
import { anyOf, type Caller } from './callers.ts';
import type { Hub } from './hub.ts';
import { addNote } from './notes.ts';
import { listTool, REPOSITORIES_TOOL } from './repositories-tool.ts';
import type { Version } from './repository.ts';

/** Written to the repository, or about other callers. */
const NOT_SERVED = new Set(['input', 'repo.refresh_index', 'repo.audit_log']);
const NOTE_TOOL = 'context.create';
const REF_KEY = 'io.github.pilotbook/ref';
const MOST_REPOSITORIES = 200;

export interface Served extends ServedApp {
  /** For the audit log: the repositories that the last call was about. */
  readonly about: readonly string[];
}

/** `scope`: the one repository that the address names. */
export async function servedTo(hub: Hub, caller: Caller, scope: string | undefined): Promise<Served> {
  const about: string[] = [];
  return await hub.apps.useBlank(async (blank) => {
    const tools = blank.tools.filter(
      ({ name }) => !NOT_SERVED.has(name) && (name !== NOTE_TOOL || caller.writesNotes),
    );
    const shown = scope === undefined ? [listTool, ...tools.map(withRepositories)] : tools;
    return {
      version: blank.version,
      instructions: scope === undefined ? `${WHERE}\n${blank.instructions}` : blank.instructions,
      tools: shown,
      resources: [],
      prompts: [],
      about,
      call: async (name, args, meta) => {
        if (scope === undefined && (name === REPOSITORIES_TOOL || name === listTool.safeName))
          return listed(hub, caller, meta);
        const tool = tools.find((each) => each.name === name || each.safeName === name);
        if (tool === undefined) return undefined;
        const given = typeof args === 'object' && args !== null ? { ...args } : {};
        try {
          const { versions, rest } = chosen(hub, caller, scope, tool, given);
          about.push(...versions.map(({ repository }) => repository));
          return await answered(
            hub,
            caller,
            { tool, versions, args: rest, isSingle: scope !== undefined },
            meta,
          );
        } catch (thrown) {
          return blank.word(name, { error: thrown }, meta);
        }
      },
    };
  });
}

const WHERE =
  'This server knows many repositories; hub_repositories lists them. Name one by "repository", or several by "repositories" where a tool takes them. A path such as web:src/main.ts names its repository, too.';

async function answered(
  hub: Hub,
  caller: Caller,
  {
    tool,
    versions,
    args,
    isSingle,
  }: { tool: Tool; versions: readonly Version[]; args: Record<string, unknown>; isSingle: boolean },
  meta: CallMeta,
): Promise<Outcome | undefined> {
  const [only] = versions;
  if (only === undefined) throw noRepository();
  let outcome: Outcome | undefined;
  if (tool.name === NOTE_TOOL) outcome = await addNote(hub, caller, only, args, meta);
  else if (versions.length > 1) outcome = await askAcross(hub, tool, versions, args, meta);
  else outcome = await hub.apps.use(only, (app) => asked(app, tool, only, args, meta));
  return outcome && withReceipt(hub, outcome, versions, meta.form === 'text', isSingle);
}

/** Status names the directory of the files, which is nobody's business here. */
async function asked(
  app: App,
  tool: Tool,
  { repository }: Version,
  args: Record<string, unknown>,
  meta: CallMeta,
): Promise<Outcome | undefined> {
  if (tool.name !== 'repo.status') return await app.call(tool.name, args, meta);
  const { form: _, ...plain } = meta;
  const outcome = await app.call('repo.status', args, plain);
  if (outcome === undefined || outcome.isError) return outcome;
  return app.word(tool.name, { value: { ...outcome.value, repo_root: repository }, input: args }, meta);
}

/** Of which commits the answer is, and what it may lack. */
function withReceipt(
  hub: Hub,
  outcome: Outcome,
  versions: readonly Version[],
  isText: boolean,
  isSingle: boolean,
): Outcome {
  const refs = versions.map(({ repository, branch, commit }) => ({ repository, branch, commit }));
  const warnings = warningsOf(hub, versions);
  const meta = {
    ...outcome.meta,
    [REF_KEY]: refs,
    ...(warnings.length === 0 ? {} : { 'io.github.pilotbook/warnings': warnings }),
  };
  if (!isText) return { ...outcome, meta };
  const shown = refs
    .slice(0, 8)
    .map(
      ({ repository, branch, commit }) =>
        `${isSingle ? '' : `${repository} `}${branch}@${commit.slice(0, 12)}`,
    );
  const more = refs.length > shown.length ? `, and ${refs.length - shown.length} more` : '';
  const lines = [...warnings, `ref: ${shown.join(', ')}${more}`];
  return { ...outcome, meta, text: [outcome.text, ...lines].join('\n') };
}

function warningsOf(hub: Hub, versions: readonly Version[]): string[] {
  const warnings: string[] = [];
  if (hub.awaySince !== undefined)
    warnings.push(
      `The database cannot be reached since ${new Date(hub.awaySince).toISOString()}; this is from what is kept here and may be old.`,
    );
  if (hub.outdated !== undefined)
    warnings.push(`${hub.outdated} This hub takes in nothing new until it is replaced.`);
  for (const name of new Set(versions.map(({ repository }) => repository))) {
    const problem = hub.repository(name)?.problem;
    if (problem !== undefined)
      warnings.push(
        `${name} could not be brought up to date since ${new Date(problem.since).toISOString()}. ${problem.text}`,
      );
  }
  return warnings;
}

interface Chosen {
  versions: Version[];
  rest: Record<string, unknown>;
}

/** The versions that a call is about, and its arguments without what names them. */
function chosen(
  hub: Hub,
  caller: Caller,
  scope: string | undefined,
  tool: Tool,
  args: Record<string, unknown>,
): Chosen {
  if (scope !== undefined) return { versions: [seen(hub, caller, scope)], rest: args };
  const { repository, repositories, ...rest } = args;
  const many = ACROSS.has(tool.name);
  if (repositories !== undefined && !many)
    throw new AppError(
      'invalid',
      'invalid_arguments',
      'repositories: this tool answers for one; name it by "repository".',
    );
  if (repositories !== undefined) return { versions: several(hub, caller, repositories), rest };
  if (repository !== undefined) return { versions: [seen(hub, caller, textOf(repository))], rest };
  const named = byPath(hub, caller, tool, rest);
  if (named !== undefined) return named;
  const all = visible(hub, caller);
  if (all.length === 1 || (many && all.length > 0))
    return { versions: all.slice(0, MOST_REPOSITORIES), rest };
  if (all.length === 0) throw noRepository();
  throw new AppError('invalid', 'invalid_arguments', 'repository: it is needed, because there are several.', {
    hint: 'hub_repositories lists them.',
  });
}

export function visible(hub: Hub, caller: Caller): Version[] {
  return hub
    .repositories()
    .filter(({ settings }) => caller.sees(settings.name))
    .flatMap((repository) => repository.version() ?? []);
}

/** `name` or `name@branch`. */
function seen(hub: Hub, caller: Caller, text: string): Version {
  const at = text.indexOf('@');
  const name = at === -1 ? text : text.slice(0, at);
  const version = caller.sees(name)
    ? hub.repository(name)?.version(at === -1 ? undefined : text.slice(at + 1))
    : undefined;
  if (version !== undefined) return version;
  throw noRepository(text);
}

function several(hub: Hub, caller: Caller, value: unknown): Version[] {
  const patterns = typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(textOf) : [];
  const wanted = anyOf(patterns.map((pattern) => pattern.slice(0, 200)));
  const found = visible(hub, caller).filter(({ repository }) => wanted(repository));
  if (found.length === 0) throw noRepository(patterns.join(', '));
  if (found.length > MOST_REPOSITORIES)
    throw new AppError(
      'invalid',
      'invalid_arguments',
      `repositories: ${found.length} are meant; at most ${MOST_REPOSITORIES} can be asked at once.`,
    );
  return found;
}

const NAMED_PATH = /^([a-z0-9._-]+(?:@[^:]+)?):(?!:)(.+)$/s;

function byPath(hub: Hub, caller: Caller, tool: Tool, args: Record<string, unknown>): Chosen | undefined {
  for (const argument of [...tool.pathArguments, 'path', 'filePath', 'symbol']) {
    const [, name, path] = NAMED_PATH.exec(typeof args[argument] === 'string' ? args[argument] : '') ?? [];
    if (name !== undefined && path !== undefined)
      return { versions: [seen(hub, caller, name)], rest: { ...args, [argument]: path } };
  }
  return undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The same whether it is not there, not ready, or not for the caller. */
function noRepository(name = ''): AppError {
  const shown =
    name === ''
      ? 'There is no repository to ask.'
      : `There is no repository ${JSON.stringify(name.slice(0, 80))}.`;
  return new AppError('not_found', 'repository_not_found', shown, {
    hint: 'hub_repositories lists those that can be asked.',
  });
}

function withRepositories(tool: Tool): Tool {
  const many = ACROSS.has(tool.name);
  const one = { type: 'string', description: 'name of the repository, or name@branch' };
  const several = {
    type: 'array',
    items: { type: 'string' },
    description: 'several: names or patterns such as web-*; by default all',
  };
  return {
    ...tool,
    argumentNames: [...tool.argumentNames, 'repository', ...(many ? ['repositories'] : [])],
    schema: (form) => {
      const schema = tool.schema(form);
      return {
        ...schema,
        properties: {
          ...(schema.properties as object),
          repository: one,
          ...(many ? { repositories: several } : {}),
        },
      };
    },
  };
}

async function listed(hub: Hub, caller: Caller, { form }: CallMeta): Promise<Outcome> {
  const value = {
    repositories: hub
      .repositories()
      .filter(({ settings }) => caller.sees(settings.name))
      .map((repository) => ({
        name: repository.settings.name,
        branches: repository
          .versions()
          .map(({ branch, commit, files, isDefault }) => ({ branch, commit, files, default: isDefault })),
        ...(repository.problem === undefined ? {} : { problem: repository.problem.text }),
      })),
  };
  const lines = value.repositories.flatMap(({ name, branches, problem }) => [
    ...(branches.length === 0
      ? [`${name}  not indexed yet`]
      : branches.map(
          ({ branch, commit, files }) => `${name}  ${branch}@${commit.slice(0, 12)}  ${files} files`,
        )),
    ...(problem === undefined ? [] : [`  ${problem}`]),
  ]);
  const text = form === 'text' ? lines.join('\n') || 'There is no repository to ask.' : JSON.stringify(value);
  return { text, isError: false, value };
}
