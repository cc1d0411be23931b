/** Entries of ours in client configurations that start a program which is not there. */
import { basename, dirname, isAbsolute } from 'node:path';
import { openFolder } from '../../core/store/index.ts';
import { lookUpInJson } from '../../core/text/index.ts';
import { type Client, type Home, launchOf } from './clients.ts';

const MAX_BYTES = 4 * 1024 * 1024;

export async function brokenEntries(clients: readonly Client[], root: string, home: Home): Promise<string[]> {
  const broken: string[] = [];
  for (const client of clients) {
    const launch = launchOf('', undefined);
    for (const file of [client.project?.(root, launch), client.user(home, launch)]) {
      if (file?.format !== 'json') continue;
      const folder = await openFolder(dirname(file.path)).catch(() => undefined);
      const read = await folder?.read(basename(file.path), MAX_BYTES).catch(() => undefined);
      if (!read?.found) continue;
      const entry = await lookUpInJson(read.text, file.key);
      if (!entry.ok) broken.push(`${client.title}: ${basename(file.path)}: ${entry.problem}`);
      else if (await pointsNowhere(entry.value))
        broken.push(`${client.title}: the program in ${basename(file.path)} is not there`);
    }
  }
  return broken;
}

/** Programs by name are found by the client; only paths can be checked here. */
async function pointsNowhere(entry: unknown): Promise<boolean> {
  if (typeof entry !== 'object' || entry === null || !('command' in entry)) return false;
  const command = Array.isArray(entry.command) ? entry.command[0] : entry.command;
  const args: unknown[] = 'args' in entry && Array.isArray(entry.args) ? entry.args : [];
  for (const word of [command, args[0]]) {
    if (typeof word !== 'string' || !isAbsolute(word)) continue;
    const folder = await openFolder(dirname(word)).catch(() => undefined);
    if ((await folder?.stamp(basename(word)).catch(() => undefined)) === undefined) return true;
  }
  return false;
}
