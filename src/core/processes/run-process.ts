/**
 * The only place that starts a process. No shell, an absolute program, an array of arguments and an environment
 * made here; whatever the parent inherited (GIT_*, RIPGREP_CONFIG_PATH, LD_PRELOAD …) does not reach the child.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { AppError } from '../errors.ts';
import { IS_WINDOWS } from '../system.ts';

export interface ProcessRequest {
  /** Absolute. */
  program: string;
  args: readonly string[];
  cwd: string;
  /** All that the child gets, beside PATH and LC_ALL. */
  env: Readonly<Record<string, string>>;
  timeLimitMs: number;
  maxOutputBytes: number;
  signal?: AbortSignal | undefined;
  /** Ends it before its time is up, with the same outcome: its output so far is enough. */
  enough?: AbortSignal | undefined;
  /** What the child reads from stdin; nothing by default. */
  input?: string | undefined;
  /** Takes the output as it comes; it is then not collected. */
  onOutput?: (chunk: Buffer) => void;
}

export type ProcessResult =
  | { outcome: 'exit'; code: number; stdout: Buffer; stderr: string }
  | { outcome: 'not_started' | 'killed' | 'time_limit' | 'output_limit' };

/** Enough for an error message; the rest of stderr is read and dropped, so that the child never blocks on it. */
const MAX_STDERR_BYTES = 8192;

/** They end with us: a child that waits for something would outlive the server. */
const running = new Set<ChildProcess>();
let watchesExit = false;

function endWithUs(child: ChildProcess): void {
  running.add(child);
  child.once('close', () => running.delete(child));
  if (watchesExit) return;
  watchesExit = true;
  process.once('exit', () => running.forEach(kill));
}

export function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const { signal } = request;
  if (signal?.aborted) return Promise.reject(cancelled(signal));
  const child = start(request);
  if (child === undefined) return Promise.resolve({ outcome: 'not_started' });
  endWithUs(child);
  return new Promise((settle, fail) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let outputBytes = 0;
    let errorBytes = 0;
    let ending: ProcessResult | AppError | undefined;
    const end = (how: ProcessResult | AppError) => {
      ending ??= how;
      kill(child);
    };
    const onAbort = () => end(cancelled(signal));
    const timer = setTimeout(() => end({ outcome: 'time_limit' }), request.timeLimitMs);
    const onEnough = () => end({ outcome: 'time_limit' });
    signal?.addEventListener('abort', onAbort, { once: true });
    request.enough?.addEventListener('abort', onEnough, { once: true });
    child.stdout?.on('data', (chunk: Buffer) => {
      if (ending !== undefined) return;
      outputBytes += chunk.length;
      if (outputBytes > request.maxOutputBytes) end({ outcome: 'output_limit' });
      else if (request.onOutput === undefined) output.push(chunk);
      else request.onOutput(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (errorBytes < MAX_STDERR_BYTES) errors.push(chunk);
      errorBytes += chunk.length;
    });
    // A child that ends before it has read everything closes the pipe; its exit code tells how it went.
    child.stdin?.on('error', () => {});
    child.stdin?.end(request.input);
    child.on('error', () => {
      ending ??= { outcome: 'not_started' };
    });
    // 'close' comes after 'exit' or 'error', when the pipes have ended too.
    child.on('close', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      request.enough?.removeEventListener('abort', onEnough);
      if (ending instanceof AppError) fail(ending);
      else if (ending !== undefined) settle(ending);
      else if (code === null) settle({ outcome: 'killed' });
      else {
        const stderr = Buffer.concat(errors).subarray(0, MAX_STDERR_BYTES).toString('utf8');
        settle({ outcome: 'exit', code, stdout: Buffer.concat(output), stderr });
      }
    });
  });
}

function start(request: ProcessRequest): ChildProcess | undefined {
  try {
    return spawn(request.program, [...request.args], {
      cwd: request.cwd,
      env: { ...request.env, LC_ALL: 'C', PATH: childPath(request.program) },
      stdio: [request.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      // A group of its own, so that the children of the child end with it.
      detached: !IS_WINDOWS,
    });
  } catch {
    // An argument with a NUL, or one that is too long for the system.
    return undefined;
  }
}

function childPath(program: string): string {
  return (IS_WINDOWS ? [dirname(program)] : [dirname(program), '/usr/bin', '/bin']).join(delimiter);
}

function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && !IS_WINDOWS) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function cancelled(signal: AbortSignal | undefined): AppError {
  return new AppError('cancelled', 'cancelled', 'The call was cancelled.', { cause: signal?.reason });
}
