/** `pilotbook hub` serves; `hub migrate` makes the tables that it needs. */
import { AppError } from '../../../../core/errors.ts';
import type { HubSettings } from '../../../../hub/index.ts';
import { type Command, EXIT } from '../../command.ts';
import { COMMON, settingsOf } from './open-store.ts';

export const hubCommand: Command = {
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
    const { AuditQueue, Hub, isLoopback } = await import('../../../../hub/index.ts');
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

export const migrateCommand: Command = {
  name: 'hub migrate',
  summary: 'Create or update the tables of the hub in PostgreSQL.',
  about:
    'Tables only go forward; a database that a newer version has changed is refused. With SQLite nothing needs to be done.',
  positionals: [],
  options: COMMON,
  examples: ['pilotbook hub migrate'],
  async run(input, context) {
    const { migrateDatabase } = await import('../../../../hub/index.ts');
    const applied = await migrateDatabase(await settingsOf(input, context), context.hubHost());
    context.print.line(
      applied.length === 0 ? 'The tables are up to date.' : `Applied: ${applied.join(', ')}.`,
    );
    return EXIT.ok;
  },
};
