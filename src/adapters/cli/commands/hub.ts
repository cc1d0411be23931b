/** `pilotbook hub`: the server for a team, and what it serves to whom. The hub itself is loaded when one of them runs. */
import { AppError } from '../../../core/errors.ts';
import type { Hub, HubSettings } from '../../../hub/index.ts';
import {
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOption,
  EXIT,
} from '../command.ts';

const COMMON: Readonly<Record<string, CommandOption>> = {
  config: {
    type: 'string',
    placeholder: 'FILE',
    doc: 'The settings of the hub; by default hub.toml in this directory.',
  },
  data: {
    type: 'string',
    placeholder: 'DIR',
    doc: 'Where copies of repositories and indexes are kept; by default pilotbook-hub.',
  },
};

async function settingsOf({ options }: CommandInput, { cwd, hubHost }: CommandContext): Promise<HubSettings> {
  const { loadSettings } = await import('../../../hub/index.ts');
  return await loadSettings({
    file: text(options.config),
    dataDir: text(options.data),
    listen: text(options.listen),
    env: hubHost().env,
    cwd,
  });
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function words(value: string | boolean | undefined): string[] {
  return (text(value) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Runs work on the tables that all hubs of the database share. */
async function withStore<T>(
  input: CommandInput,
  context: CommandContext,
  work: (store: Hub['store'], tell: (what: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { announce, openHubDatabase } = await import('../../../hub/index.ts');
  const database = await openHubDatabase(await settingsOf(input, context), context.hubHost());
  try {
    return await work(database.store, (what) => announce(database, what));
  } finally {
    await database.close();
  }
}

const hubCommand: Command = {
  name: 'hub',
  summary: 'Serve many repositories to a team over HTTP.',
  about:
    'MCP over Streamable HTTP: /mcp for all repositories that a token may see, /r/NAME/mcp for one; /healthz, /readyz and /metrics for operators. It listens on 127.0.0.1 and leaves TLS to a proxy. docs/team.md has a whole set-up.',
  positionals: [],
  options: {
    ...COMMON,
    listen: { type: 'string', placeholder: 'HOST:PORT', doc: 'Where to listen; by default 127.0.0.1:7333.' },
    'insecure-bind': {
      type: 'boolean',
      doc: 'Allow another address than this machine itself, for a proxy in front of it.',
    },
  },
  examples: [
    'pilotbook hub',
    'pilotbook hub --config /etc/pilotbook/hub.toml --listen 0.0.0.0:7333 --insecure-bind',
  ],
  async run(input, context) {
    const [settings, host] = [await settingsOf(input, context), context.hubHost()];
    const { AuditQueue, Hub, isLoopback } = await import('../../../hub/index.ts');
    if (!isLoopback(settings.host)) checkOpen(settings, input.options['insecure-bind'] === true);
    const hub = await Hub.open(settings, host);
    const audit = new AuditQueue(hub.store, host.log);
    try {
      await hub.start();
      const server = await context.serveHttp({ hub, audit, log: host.log });
      host.log.info('the hub listens', {
        host: settings.host,
        port: server.port,
        database: settings.databaseUrl === undefined ? 'sqlite' : 'postgres',
      });
      await new Promise<void>((done) => {
        if (context.signal.aborted) done();
        context.signal.addEventListener('abort', () => done(), { once: true });
      });
      host.log.info('the hub stops');
      await server.close();
    } finally {
      await audit.close();
      await hub.close();
    }
    return EXIT.ok;
  },
};

function checkOpen({ host, publicUrl }: HubSettings, asked: boolean): void {
  if (!asked)
    throw new AppError(
      'invalid',
      'insecure_bind',
      `${host} is open to other machines, and the hub speaks plain HTTP.`,
      {
        hint: 'Listen on 127.0.0.1 behind a proxy with TLS; or pass --insecure-bind if the network between is yours.',
      },
    );
  if (publicUrl === undefined)
    throw new AppError(
      'invalid',
      'public_url_needed',
      'A hub that other machines reach must know its own name.',
      {
        hint: 'Set public_url in hub.toml to the address that clients use; requests for other names are refused.',
      },
    );
}

const addCommand: Command = {
  name: 'hub add',
  summary: 'Add a repository to the hub.',
  about:
    'A running hub takes it in within a second. Secrets are named by the environment variable that holds them, never given here.',
  positionals: [
    { name: 'name', doc: 'how callers name it', required: true, rest: false },
    { name: 'url', doc: 'https, ssh or file address, or a path', required: true, rest: false },
  ],
  options: {
    ...COMMON,
    branch: {
      type: 'string',
      placeholder: 'NAMES',
      doc: 'Branches to keep, separated by commas; by default that of the origin.',
      list: true,
    },
    'secret-env': {
      type: 'string',
      placeholder: 'VARIABLE',
      doc: 'The variable that holds the token for the origin.',
    },
    'webhook-secret-env': {
      type: 'string',
      placeholder: 'VARIABLE',
      doc: 'The variable that holds the secret of the webhook.',
    },
  },
  examples: [
    'pilotbook hub add web https://git.example/team/web.git --branch main,release',
    'pilotbook hub add tools ../tools',
  ],
  async run(input, context) {
    const { repositorySettings } = await import('../../../hub/index.ts');
    const { options, words: given } = input;
    const repository = repositorySettings(
      {
        name: given.name ?? '',
        url: given.url ?? '',
        branches: words(options.branch),
        secretEnv: text(options['secret-env']),
        webhookEnv: text(options['webhook-secret-env']),
      },
      context.cwd,
    );
    await withStore(input, context, async (store, tell) => {
      await store.putRepository(repository, false);
      await tell(repository.name);
    });
    context.print.line(`${repository.name} is added; pilotbook hub list shows when it can be searched.`);
    return EXIT.ok;
  },
};

const listCommand: Command = {
  name: 'hub list',
  summary: 'List the repositories of the hub, with the commit of each branch.',
  about: '',
  positionals: [],
  options: COMMON,
  examples: ['pilotbook hub list'],
  async run(input, context) {
    const { print } = context;
    const [repositories, branches] = await withStore(
      input,
      context,
      async (store) => [await store.repositories(), await store.branches()] as const,
    );
    const rows = repositories.map((repository) => ({
      ...repository,
      kept: branches.filter((each) => each.repository === repository.name),
    }));
    if (context.json) {
      print.json({ repositories: rows });
      return EXIT.ok;
    }
    if (rows.length === 0) print.line('There are none. pilotbook hub add NAME URL adds one.');
    for (const { name, url, kept, problem, problemSince } of rows) {
      print.line(`${name}  ${url}`);
      for (const { name: branch, commit, files } of kept)
        print.line(`  ${branch}@${commit.slice(0, 12)}  ${files} files`);
      if (kept.length === 0) print.line('  not indexed yet');
      if (problem !== undefined)
        print.line(`  ${problem} (since ${new Date(problemSince ?? 0).toISOString()})`);
    }
    return EXIT.ok;
  },
};

const removeCommand: Command = {
  name: 'hub remove',
  summary: 'Remove a repository from the hub; its origin stays as it is.',
  about: '',
  positionals: [{ name: 'name', doc: 'as hub list shows it', required: true, rest: false }],
  options: COMMON,
  examples: ['pilotbook hub remove web'],
  async run(input, context) {
    const name = input.words.name ?? '';
    const removed = await withStore(input, context, async (store, tell) => {
      const done = await store.removeRepository(name);
      await tell(name);
      return done;
    });
    if (!removed)
      throw new AppError(
        'not_found',
        'repository_not_found',
        `There is no repository ${JSON.stringify(name)}.`,
        { hint: 'pilotbook hub list shows them.' },
      );
    context.print.line(`${name} is removed.`);
    return EXIT.ok;
  },
};

const migrateCommand: Command = {
  name: 'hub migrate',
  summary: 'Create or update the tables of the hub in PostgreSQL.',
  about:
    'Tables only go forward; a database that a newer version has changed is refused. With SQLite nothing needs to be done.',
  positionals: [],
  options: COMMON,
  examples: ['pilotbook hub migrate'],
  async run(input, context) {
    const { migrateDatabase } = await import('../../../hub/index.ts');
    const applied = await migrateDatabase(await settingsOf(input, context), context.hubHost());
    context.print.line(
      applied.length === 0 ? 'The tables are up to date.' : `Applied: ${applied.join(', ')}.`,
    );
    return EXIT.ok;
  },
};

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;
const ACTIONS = ['add', 'list', 'revoke'] as const;

const tokenCommand: Command = {
  name: 'hub token',
  summary: 'Add, list or revoke tokens that callers of the hub send.',
  about:
    'A token is shown once, when it is added; the hub keeps a hash of it. A revoked token is refused within a second. Repositories that a token does not name do not exist for whoever sends it.',
  positionals: [{ name: 'action', doc: 'add, list or revoke', required: true, rest: false, values: ACTIONS }],
  options: {
    ...COMMON,
    name: {
      type: 'string',
      placeholder: 'NAME',
      doc: 'The name of the token; the audit log and branches of notes have it.',
    },
    repositories: {
      type: 'string',
      placeholder: 'PATTERNS',
      doc: "What it may read: names or patterns such as 'web-*', separated by commas.",
      list: true,
    },
    write: {
      type: 'string',
      placeholder: 'WHAT',
      doc: 'What it may write: notes, as branches for review.',
      values: ['notes'],
    },
    days: { type: 'string', placeholder: 'N', doc: `Days until it expires; by default ${DEFAULT_DAYS}.` },
    'calls-per-minute': { type: 'string', placeholder: 'N', doc: 'Instead of the limit of the hub.' },
  },
  examples: [
    "pilotbook hub token add --name ci --repositories 'web-*' --write notes",
    'pilotbook hub token list',
    'pilotbook hub token revoke --name ci',
  ],
  async run(input, context) {
    const { options } = input;
    const name = text(options.name) ?? '';
    const { clock, secret } = context.hubHost();
    if (input.words.action === 'list') return await listTokens(input, context);
    if (input.words.action === 'revoke') {
      const revoked = await withStore(input, context, async (store, tell) => {
        const done = await store.revokeToken(name, clock.now());
        await tell('');
        return done;
      });
      if (!revoked)
        throw new AppError(
          'not_found',
          'token_not_found',
          `There is no token named ${JSON.stringify(name)}.`,
          { hint: 'pilotbook hub token list shows them.' },
        );
      context.print.line(`${name} is revoked.`);
      return EXIT.ok;
    }
    const { addToken } = await import('../../../hub/index.ts');
    const days = count(options.days, '--days') ?? DEFAULT_DAYS;
    const asked = {
      name,
      repositories: words(options.repositories),
      writesNotes: options.write === 'notes',
      perMinute: count(options['calls-per-minute'], '--calls-per-minute'),
      expiresAt: clock.now() + days * DAY_MS,
    };
    const token = await withStore(input, context, (store) =>
      addToken(store, asked, { now: clock.now(), secret }),
    );
    context.print.note(
      `This is shown once; it expires on ${new Date(asked.expiresAt).toISOString().slice(0, 10)}. Keep it in an environment variable, not in a file of a repository.`,
    );
    context.print.line(token);
    return EXIT.ok;
  },
};

async function listTokens(input: CommandInput, context: CommandContext): Promise<number> {
  const now = context.hubHost().clock.now();
  const tokens = (await withStore(input, context, (store) => store.tokens())).map(
    ({ hash: _, ...token }) => token,
  );
  if (context.json) context.print.json({ tokens });
  else if (tokens.length === 0)
    context.print.line(
      'There are none. pilotbook hub token add --name NAME --repositories PATTERNS adds one.',
    );
  else
    for (const { name, repositories, writesNotes, expiresAt, revokedAt } of tokens) {
      const isOver = expiresAt !== undefined && expiresAt <= now;
      const state =
        revokedAt !== undefined
          ? 'revoked'
          : isOver
            ? 'expired'
            : `until ${new Date(expiresAt ?? 0).toISOString().slice(0, 10)}`;
      context.print.line(
        `${name}  ${repositories.join(',')}${writesNotes ? '  writes notes' : ''}  ${state}`,
      );
    }
  return EXIT.ok;
}

function count(value: string | boolean | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) return number;
  throw new AppError(
    'invalid',
    'usage',
    `${option} is ${JSON.stringify(value)}; allowed: a whole number from 1 to 1000000.`,
  );
}

const MOST_ROWS = 50;

const auditCommand: Command = {
  name: 'hub audit',
  summary: 'Show who called what on the hub, newest first.',
  about: 'The last 50 calls of all hubs of the database; no queries and no contents.',
  positionals: [],
  options: COMMON,
  examples: ['pilotbook hub audit --json'],
  async run(input, context) {
    const rows = await withStore(input, context, (store) => store.audited(MOST_ROWS));
    if (context.json) context.print.json({ calls: rows });
    else if (rows.length === 0) context.print.line('No calls yet.');
    else
      for (const { at, caller, repository, tool, ok, errorCode, durationMs } of rows)
        context.print.line(
          `${new Date(at).toISOString()}  ${caller}  ${tool}  ${repository}  ${ok ? 'ok' : errorCode}  ${durationMs} ms`,
        );
    return EXIT.ok;
  },
};

export const hubCommands: readonly Command[] = [
  hubCommand,
  addCommand,
  listCommand,
  removeCommand,
  tokenCommand,
  migrateCommand,
  auditCommand,
];
