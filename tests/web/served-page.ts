/** The page as a person starts it: the built program in a process of its own, and requests to it as a browser makes them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { inject } from 'vitest';
import { ORDINARY_USER } from '../helpers/ordinary-user.ts';
import { PROGRAM, programEnvironment } from '../helpers/run-program.ts';

export interface ServedPage {
  /** With the token, as it was printed. */
  address: string;
  origin: string;
  port: number;
  stop(): Promise<void>;
}

export async function servePage(
  root: string,
  options: readonly string[] = [],
  { asOrdinaryUser = false }: { asOrdinaryUser?: boolean } = {},
): Promise<ServedPage> {
  const [node, program] = asOrdinaryUser ? inject('ordinaryUsersCommand') : [process.execPath, PROGRAM];
  const child = spawn(node, [program, 'ui', '--no-open', ...options], {
    cwd: root,
    env: programEnvironment(),
    ...(asOrdinaryUser ? ORDINARY_USER : {}),
  });
  let problems = '';
  child.stderr.on('data', (data: Buffer) => {
    problems += data.toString();
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('close', () => reject(new Error(`pilotbook ui ended: ${problems}`)));
  });
  const { origin, port } = new URL(address);
  return {
    address,
    origin,
    port: Number(port),
    stop: async () => {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Of the body as it was sent, compressed or not. */
  bytes: number;
}

/** With exactly these headers and this path: fetch would put them right. */
export function ask(
  { port }: Pick<ServedPage, 'port'>,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { Host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const sentBack = Buffer.concat(parts);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: sentBack.toString('utf8'),
            bytes: sentBack.length,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The cookie that the printed address gives. */
export async function enter(page: ServedPage): Promise<string> {
  const { headers } = await ask(page, new URL(page.address).pathname + new URL(page.address).search);
  const [cookie = ''] = [headers['set-cookie']].flat();
  return cookie.split(';')[0] ?? '';
}
