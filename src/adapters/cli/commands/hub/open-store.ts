/** What the commands of a hub share: its settings, and the tables of its database. The hub itself is loaded when one of them runs. */
import type { Hub, HubSettings } from '../../../../hub/index.ts';
import type { CommandContext, CommandInput, CommandOption } from '../../command.ts';

export const COMMON: Readonly<Record<string, CommandOption>> = {
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

export async function settingsOf(
  { options }: CommandInput,
  { cwd, hubHost }: CommandContext,
): Promise<HubSettings> {
  const { loadSettings } = await import('../../../../hub/index.ts');
  return await loadSettings({
    file: text(options.config),
    dataDir: text(options.data),
    listen: text(options.listen),
    env: hubHost().env,
    cwd,
  });
}

export function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function words(value: string | boolean | undefined): string[] {
  return (text(value) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Runs work on the tables that all hubs of the database share. */
export async function withStore<T>(
  input: CommandInput,
  context: CommandContext,
  work: (store: Hub['store'], tell: (what: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { announce, openHubDatabase } = await import('../../../../hub/index.ts');
  const database = await openHubDatabase(await settingsOf(input, context), context.hubHost());
  try {
    return await work(database.store, (what) => announce(database, what));
  } finally {
    await database.close();
  }
}
