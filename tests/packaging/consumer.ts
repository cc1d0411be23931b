/** Somebody else's machine: no configuration, no npm cache, no registry but the one given. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export class Consumer {
  readonly #home: string;
  readonly #registry: string;

  constructor(home: string, registry: string) {
    this.#home = home;
    this.#registry = registry;
    mkdirSync(home, { recursive: true });
  }

  /** An empty project. */
  project(name: string): string {
    const folder = join(this.#home, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}\n');
    return folder;
  }

  /** `node` comes first on the PATH, so npm and what it starts run on it. */
  environment(node: string): Record<string, string> {
    return {
      PATH: [dirname(node), process.env.PATH ?? ''].join(delimiter),
      HOME: this.#home,
      npm_config_cache: join(this.#home, '.npm'),
      npm_config_registry: this.#registry,
      npm_config_userconfig: join(this.#home, 'no-user-npmrc'),
      npm_config_globalconfig: join(this.#home, 'no-global-npmrc'),
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    };
  }

  run(node: string, cwd: string, command: string, ...args: string[]): Promise<Ran> {
    return run(cwd, this.environment(node), command, ...args);
  }
}

/** Not the synchronous call: the registry answers from this process. */
export function run(
  cwd: string,
  env: Record<string, string>,
  command: string,
  ...args: string[]
): Promise<Ran> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    ran.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    ran.stderr += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ran, code }));
  });
}
