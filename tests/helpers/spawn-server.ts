/** The built program, as a client starts it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { RawConnection } from './raw-connection.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pilotbook.js', import.meta.url));

export interface SpawnedServer {
  process: ChildProcess;
  client: RawConnection;
  /** The exit code, or the signal that ended it. */
  exit: Promise<number | NodeJS.Signals>;
  stderr(): string;
}

/** Command line and arguments of a server for the root. */
export function serverCommand(root: string, ...flags: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [PROGRAM, 'serve', '--root', root, ...flags] };
}

export function spawnServer(
  root: string,
  flags: string[] = [],
  env: Record<string, string> = {},
): SpawnedServer {
  const { command, args } = serverCommand(root, ...flags);
  return started(spawn(command, args, { stdio: 'pipe', env: { ...process.env, ...env } }));
}

/**
 * A server whose parent can be killed while stdin stays open: stdin is a named pipe that this process holds at
 * both ends.
 */
export function spawnServerUnderParent(
  root: string,
  pipe: string,
  env: Record<string, string> = {},
): SpawnedServer {
  execFileSync('mkfifo', [pipe]);
  const held = openSync(pipe, 'r+');
  const { command, args } = serverCommand(root);
  const script = `require('node:child_process').spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { stdio: 'inherit' })`;
  const parent = spawn(process.execPath, ['-e', script], {
    stdio: [held, 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  return started(parent, createWriteStream(pipe, { fd: held }));
}

function started(child: ChildProcess, stdin: Writable | null = child.stdin): SpawnedServer {
  const { stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('The server was started without pipes.');
  let said = '';
  stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const exit = once(child, 'exit').then(([code, signal]) => code ?? signal);
  onTestFinished(() => {
    child.kill('SIGKILL');
    stdin.destroy();
  });
  return { process: child, client: new RawConnection(stdin, stdout), exit, stderr: () => said };
}
