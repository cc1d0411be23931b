/** Opens an address of ours in the person's browser. Not knowing one is no failure: the address is printed too. */
import { spawn } from 'node:child_process';
import type { Home } from '../../app/index.ts';

export function openInBrowser(address: string, { platform, env }: Pick<Home, 'platform' | 'env'>): void {
  const [program, ...args] = openerOf(address, platform, env);
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}

/** The address has no character that `cmd.exe` reads. */
export function openerOf(
  address: string,
  platform: string,
  env: Home['env'],
): [program: string, ...args: string[]] {
  if (platform === 'darwin') return ['/usr/bin/open', address];
  if (platform === 'win32') return [env.ComSpec ?? 'cmd.exe', '/d', '/c', 'start', '""', address];
  return ['xdg-open', address];
}
