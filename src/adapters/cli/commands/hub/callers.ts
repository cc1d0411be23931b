/** Who may ask a hub, and who did: tokens and the audit log. */
import { AppError } from '../../../../core/errors.ts';
import { type Command, type CommandContext, type CommandInput, EXIT } from '../../command.ts';
import { COMMON, text, withStore, words } from './open-store.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;
const ACTIONS = ['add', 'list', 'revoke'] as const;

export const tokenCommand: Command = {
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
    const { addToken } = await import('../../../../hub/index.ts');
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

export const auditCommand: Command = {
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
