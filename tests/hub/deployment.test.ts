/** What the files for deployment say, against the program's own options; no container is started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { parseLine } from '../../src/adapters/cli/parse.ts';
import { readSettings } from '../../src/hub/settings.ts';
import { runProgram } from '../helpers/run-program.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const ENV = { PILOTBOOK_DATABASE_URL: 'postgresql://x' };

/** Throws if the program would refuse the words. */
function parsed(words: readonly string[]) {
  const name = words[1]?.startsWith('-') ? words[0] : words.slice(0, 2).join(' ');
  const command = COMMANDS.find((each) => each.name === name) ?? expect.unreachable(`no command ${name}`);
  return parseLine(command, words.slice(name === words[0] ? 1 : 2)).input.options;
}

const inImage: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]');
const compose = parse(read('deploy/compose.yaml'), { merge: true });
const [deployment] = read('deploy/kubernetes.yaml').split('\n---\n');
const pod = parse(deployment ?? '').spec.template.spec;

test.each([
  ['the image', inImage],
  ['compose, migrate', compose.services.migrate.command],
  ['Kubernetes, migrate', pod.initContainers[0].args],
  ['Kubernetes, hub', pod.containers[0].args],
])('%s starts what the program takes', (_, words) => {
  expect(parsed(words)).toMatchObject({ config: '/etc/pilotbook/hub.toml' });
});

test('the hub that is started listens where the port is, as a user without rights', async () => {
  const settings = await readSettings({
    text: read('deploy/hub.toml'),
    directory: '/',
    env: ENV,
    listen: String(parsed(inImage).listen),
  });
  expect(settings).toMatchObject({ host: '0.0.0.0', port: 7333, databaseUrl: ENV.PILOTBOOK_DATABASE_URL });
  expect(settings.publicUrl).toBeDefined();
  expect(parsed(inImage)['insecure-bind']).toBe(true);
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
  expect(pod.containers[0].ports[0].containerPort).toBe(settings.port);
  expect(pod.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
  for (const name of ['hub-1', 'hub-2']) expect(compose.services[name]).toMatchObject({ read_only: true });
});

test('an address that others reach is opened only when asked for, and by a hub that knows its name', async () => {
  const here = temporaryDirectory();
  const hub = (...flags: string[]) =>
    runProgram(here, ['hub', '--data', here, '--listen', '0.0.0.0:0', ...flags]);
  const refused = await hub();
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--insecure-bind')]);
  const nameless = await hub('--insecure-bind');
  expect([nameless.status, nameless.stderr]).toEqual([2, expect.stringContaining('public_url')]);
});

test('the settings of docs/team.md are settings', async () => {
  const text = /```toml\n([\s\S]*?)```/.exec(read('docs/team.md'))?.[1] ?? '';
  const settings = await readSettings({ text, directory: '/', env: ENV });
  expect(settings.repositories).toHaveLength(1);
  expect(settings).toMatchObject({ port: 7333, callsPerMinute: 600, maxFiles: 200_000 });
  await expect(readSettings({ text: 'fetch_every_second = 1', directory: '/', env: ENV })).rejects.toThrow(
    'did you mean "fetch_every_seconds"?',
  );
});
