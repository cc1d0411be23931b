/**
 * A disk that fails, below one directory, in this process: the calls of node:fs/promises are replaced for the time of one
 * piece of work. Everything else (paths, locks, links, readers) is the real thing.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** A full disk takes nothing new but lets go of what is there; a read-only one does neither. */
export type Failure = 'ENOSPC' | 'EROFS';

export interface FailingDisk {
  failure: Failure;
  below: string;
  /** So many changes work before the first that fails; all later ones fail, too. */
  after: number;
  /** Asked before each change: while it says no, all is well. */
  fails?: () => boolean;
}

const NEEDS_SPACE = ['link', 'rename', 'mkdir'] as const;
const CHANGES = [...NEEDS_SPACE, 'unlink', 'rmdir', 'utimes', 'chmod'] as const;
const OF_A_HANDLE = ['writeFile', 'write', 'sync', 'chmod'] as const;

// biome-ignore lint/suspicious/noExplicitAny: calls of all shapes are passed on as they came
type Call = (...args: any[]) => Promise<any>;

export async function onFailingDisk<T>(
  { failure, below, after, fails = () => true }: FailingDisk,
  work: () => Promise<T>,
): Promise<T> {
  let left = after;
  const change = (name: string) => {
    if (!fails() || left-- > 0) return;
    throw Object.assign(new Error(`${failure}: injected, ${name} '${below}'`), { code: failure });
  };
  const isBelow = (path: unknown) => typeof path === 'string' && byName(path).startsWith(below);
  // The module's own object is the one place where its functions can be replaced.
  const calls = fs.promises as unknown as Record<string, Call>;
  const real = { ...calls };
  const replace = (name: string, make: (original: Call) => Call) => {
    const original = real[name];
    if (original !== undefined) calls[name] = make(original);
  };
  for (const name of failure === 'EROFS' ? CHANGES : NEEDS_SPACE)
    replace(name, (original) => async (...args) => {
      if (args.some(isBelow)) change(name);
      return await original(...args);
    });
  replace('open', (original) => async (path, flags, ...more) => {
    if (isBelow(path) && isWriting(flags)) change('open');
    const handle = await original(path, flags, ...more);
    if (isBelow(path)) failHandle(handle, change);
    return handle;
  });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(calls, real);
    syncBuiltinESMExports();
  }
}

/** What is reached through the descriptor of a directory, by the name that the directory has. */
function byName(path: string): string {
  const opened = /^\/proc\/self\/fd\/\d+/.exec(path)?.[0];
  return opened === undefined ? path : fs.readlinkSync(opened) + path.slice(opened.length);
}

function isWriting(flags: unknown): boolean {
  const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;
  return typeof flags === 'number'
    ? (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0
    : /[wa+]/.test(`${flags ?? 'r'}`);
}

/** A write that fails leaves half of its text in the file. */
function failHandle(handle: Record<string, Call>, change: (name: string) => void): void {
  for (const name of OF_A_HANDLE) {
    const original = handle[name]?.bind(handle);
    if (original === undefined) continue;
    handle[name] = async (...args) => {
      try {
        change(name);
      } catch (thrown) {
        const [text] = args;
        if (name === 'writeFile' && typeof text === 'string') await original(text.slice(0, text.length / 2));
        throw thrown;
      }
      return await original(...args);
    };
  }
}
