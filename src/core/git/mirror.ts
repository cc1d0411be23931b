/**
 * A bare copy of a repository elsewhere: which commits its branches are at, the files of a commit, and commits of our own that are pushed to
 * new branches. There is no work tree and no index; nothing that the repository configures is read, because what is here was made by us.
 */
import { mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../errors.ts';
import { findProgram, type ProcessResult, runProcess } from '../processes/index.ts';
import { ENVIRONMENT, nulSeparated, SETTINGS } from './command.ts';

export interface MirrorOptions {
  /** Where the copy is; made if it is not there. Absolute. */
  directory: string;
  /** https, ssh, http or file; or an absolute path. */
  url: string;
  /** For https: sent as a header, named on no command line. */
  secret?: string | undefined;
  /** In which git is looked for, and the home of the person for the keys of ssh. */
  programPath: string | undefined;
  home: string | undefined;
}

export interface MirrorFile {
  /** As the tree has it: bytes of UTF-8, not checked. */
  path: string;
  blob: string;
  size: number;
}

export interface Mirror {
  /** What the origin has now: its branches with their commits, and which of them is its default. */
  look(signal?: AbortSignal): Promise<{ branches: ReadonlyMap<string, string>; head: string | undefined }>;
  /** Brings these branches here. */
  fetch(branches: readonly string[], signal?: AbortSignal): Promise<void>;
  /** The commit that a branch is at here. */
  commitOf(branch: string): Promise<string | undefined>;
  /** Regular files only: no links, no submodules. */
  files(commit: string, signal?: AbortSignal): Promise<MirrorFile[]>;
  /** The contents of blobs, in the order given. */
  readBlobs(
    blobs: readonly string[],
    read: (at: number, bytes: Buffer) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** A commit on top of `base` that adds files; in no branch yet. */
  commit(base: string, files: readonly { path: string; text: string }[], message: string): Promise<string>;
  /** False: the origin has a branch of that name. */
  push(commit: string, branch: string): Promise<boolean>;
}

const SCHEMES = ['https', 'ssh', 'http', 'file'];
const FETCH_LIMIT_MS = 600_000;
const READ_LIMIT_MS = 120_000;
const MAX_LIST_BYTES = 512 * 1024 * 1024;
const MAX_TREE_BYTES = 16 * 1024 * 1024 * 1024;
const COMMIT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const IDENTITY = { NAME: 'Pilotbook hub', EMAIL: 'pilotbook@localhost' };

/** The address as git is given it, or why it is refused. */
export function originAddress(url: string): string {
  if (isAbsolute(url)) return pathToFileURL(url).href;
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw refusedAddress(
      'is neither an absolute path nor an address such as https://git.example/team/web.git',
    );
  }
  const scheme = parsed.protocol.slice(0, -1);
  if (!SCHEMES.includes(scheme))
    throw refusedAddress(`begins with ${scheme}:, which is not one of ${SCHEMES.join(', ')}`);
  if (parsed.password !== '' || (scheme.startsWith('http') && parsed.username !== ''))
    throw refusedAddress(
      'holds a password or token; put that into an environment variable and name it by secret_env',
    );
  return url;
}

function refusedAddress(why: string): AppError {
  return new AppError('invalid', 'origin_invalid', `The address of the repository ${why}.`);
}

/** Narrower than git: letters, digits and the marks that branches have; nothing that is an option, a range or a way out. */
export function isBranchName(name: string): boolean {
  return (
    name.length <= 200 &&
    /^[\p{L}\p{N}_][\p{L}\p{N}._/+@#=-]*$/u.test(name) &&
    !/\.\.|@\{|\/\/|\/$|\.$|\/\.|\.lock(?:\/|$)|\/-/.test(name)
  );
}

export function openMirror(options: MirrorOptions): Mirror {
  const { directory, secret, programPath, home } = options;
  const url = originAddress(options.url);
  const scheme = new URL(url).protocol.slice(0, -1);
  const program = findProgram('git', directory, programPath);
  let made: Promise<void> | undefined;

  const run = async (
    args: readonly string[],
    more: {
      input?: string;
      env?: Record<string, string>;
      timeLimitMs?: number;
      onOutput?: (chunk: Buffer) => void;
      signal?: AbortSignal | undefined;
    } = {},
  ): Promise<ProcessResult> => {
    if (program === undefined)
      throw new AppError('unavailable', 'git_missing', 'There is no git on this machine.', {
        hint: 'Install git, then try again.',
      });
    return await runProcess({
      program,
      args: [`--git-dir=${directory}`, '--no-pager', ...SETTINGS, ...args],
      cwd: directory,
      env: { ...ENVIRONMENT, ...more.env },
      timeLimitMs: more.timeLimitMs ?? READ_LIMIT_MS,
      maxOutputBytes: more.onOutput === undefined ? MAX_LIST_BYTES : MAX_TREE_BYTES,
      ...(more.input === undefined ? {} : { input: more.input }),
      ...(more.onOutput === undefined ? {} : { onOutput: more.onOutput }),
      signal: more.signal,
    });
  };
  const here = () => {
    made ??= (async () => {
      mkdirSync(directory, { recursive: true });
      output(
        await run(['init', '--quiet', '--bare', '--template=', directory]),
        'git_failed',
        'The copy of the repository cannot be made.',
      );
    })();
    made.catch(() => {
      made = undefined;
    });
    return made;
  };
  const afar = async (args: readonly string[], signal?: AbortSignal) => {
    await here();
    const env: Record<string, string> = { GIT_ALLOW_PROTOCOL: scheme };
    if (scheme === 'ssh' && home !== undefined) env.HOME = home;
    if (secret !== undefined && scheme === 'https')
      Object.assign(env, {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'http.extraHeader',
        GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`x-access-token:${secret}`).toString('base64')}`,
      });
    const ssh = scheme === 'ssh' ? ['-c', 'core.sshCommand=ssh -oBatchMode=yes'] : [];
    return await run([...ssh, ...args], { env, timeLimitMs: FETCH_LIMIT_MS, signal });
  };
  const UNREACHABLE = ['origin_unreachable', 'The origin of the repository cannot be reached.'] as const;

  const plumb = async (args: readonly string[], more: Parameters<typeof run>[1] = {}) => {
    await here();
    return output(
      await run(args, more),
      'git_failed',
      'The copy of the repository cannot be read or written.',
    )
      .toString('utf8')
      .trim();
  };

  return {
    look: async (signal) => {
      const listed = output(
        await afar(['ls-remote', '--symref', url, 'HEAD', 'refs/heads/*'], signal),
        ...UNREACHABLE,
      );
      const branches = new Map<string, string>();
      let head: string | undefined;
      for (const line of listed.toString('utf8').split('\n')) {
        const [value = '', ref = ''] = line.split('\t');
        if (ref === 'HEAD' && value.startsWith('ref: refs/heads/'))
          head = value.slice('ref: refs/heads/'.length);
        else if (ref.startsWith('refs/heads/') && COMMIT_ID.test(value))
          branches.set(ref.slice('refs/heads/'.length), value);
      }
      return { branches, head };
    },
    fetch: async (branches, signal) => {
      // One commit deep: nothing here asks for the history.
      const args = [
        'fetch',
        '--quiet',
        '--force',
        '--no-tags',
        '--no-write-fetch-head',
        '--no-recurse-submodules',
        '--depth=1',
        url,
      ];
      const refs = branches.map((branch) => `+refs/heads/${branch}:refs/heads/${branch}`);
      output(await afar([...args, ...refs], signal), ...UNREACHABLE);
    },
    commitOf: async (branch) => {
      await here();
      const result = await run([
        'rev-parse',
        '--verify',
        '--quiet',
        '--end-of-options',
        `refs/heads/${branch}^{commit}`,
      ]);
      const id = result.outcome === 'exit' && result.code === 0 ? result.stdout.toString('utf8').trim() : '';
      return COMMIT_ID.test(id) ? id : undefined;
    },
    files: async (commit, signal) => {
      const listed = output(
        await run(['ls-tree', '-r', '-z', '-l', commit], { signal }),
        'git_failed',
        'The files of the commit cannot be listed.',
      );
      return nulSeparated(listed).flatMap((line) => {
        const [, mode = '', blob = '', size = '', path = ''] = ENTRY.exec(line) ?? [];
        return mode.startsWith('100') ? [{ path, blob, size: Number(size) }] : [];
      });
    },
    readBlobs: async (blobs, read, signal) => {
      if (blobs.length === 0) return;
      const reader = new BatchReader(blobs, read);
      const input = blobs.map((blob) => `${blob}\n`).join('');
      const result = await run(['cat-file', '--batch', '--buffer'], {
        input,
        onOutput: (chunk) => reader.take(chunk),
        timeLimitMs: FETCH_LIMIT_MS,
        signal,
      });
      if (result.outcome !== 'exit' || result.code !== 0 || !reader.isDone)
        throw new AppError('io', 'git_failed', 'The files of the commit cannot be read.', { cause: result });
    },
    commit: async (base, files, message) => {
      const index = { GIT_INDEX_FILE: join(directory, `index-${process.pid}-${base.slice(0, 12)}`) };
      await plumb(['read-tree', base], { env: index });
      for (const { path, text } of files) {
        const blob = await plumb(['hash-object', '-w', '--stdin'], { input: text });
        await plumb(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { env: index });
      }
      const tree = await plumb(['write-tree'], { env: index });
      const who = Object.fromEntries(
        Object.entries(IDENTITY).flatMap(([key, value]) => [
          [`GIT_AUTHOR_${key}`, value],
          [`GIT_COMMITTER_${key}`, value],
        ]),
      );
      return await plumb(['commit-tree', tree, '-p', base, '-F', '-'], { env: who, input: message });
    },
    push: async (commit, branch) => {
      const ref = `refs/heads/${branch}`;
      // The lease on nothing: the origin must not have the branch.
      const result = await afar([
        'push',
        '--quiet',
        '--no-verify',
        `--force-with-lease=${ref}:`,
        url,
        `${commit}:${ref}`,
      ]);
      if (
        result.outcome === 'exit' &&
        result.code !== 0 &&
        /stale info|already exists|rejected/.test(result.stderr)
      )
        return false;
      output(result, 'push_refused', 'The origin did not take the branch.');
      return true;
    },
  };
}

const ENTRY = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s;

function output(result: ProcessResult, code: string, message: string): Buffer {
  if (result.outcome === 'exit' && result.code === 0) return result.stdout;
  throw new AppError('unavailable', code, message, {
    hint: 'The log of the hub has what git said.',
    cause: result.outcome === 'exit' ? result.stderr : result.outcome,
  });
}

/** For each blob a line `id blob size`, its content and a line feed. */
class BatchReader {
  readonly #blobs: readonly string[];
  readonly #read: (at: number, bytes: Buffer) => void;
  #at = 0;
  #chunks: Buffer[] = [];
  #have = 0;
  /** Bytes of the blob under way and its line feed; undefined: its line is not there yet. */
  #wanted: number | undefined;

  constructor(blobs: readonly string[], read: (at: number, bytes: Buffer) => void) {
    this.#blobs = blobs;
    this.#read = read;
  }

  get isDone(): boolean {
    return this.#at === this.#blobs.length && this.#have === 0;
  }

  take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#have += chunk.length;
    for (;;) {
      if (this.#wanted === undefined) {
        const all = this.#whole();
        const end = all.indexOf(0x0a);
        if (end === -1) return;
        const [id, kind, size] = all.toString('latin1', 0, end).split(' ');
        // Anything else means that the copy lacks the blob; `isDone` stays false then.
        if (id !== this.#blobs[this.#at] || kind !== 'blob') return;
        this.#drop(all, end + 1);
        this.#wanted = Number(size) + 1;
      }
      if (this.#have < this.#wanted) return;
      const all = this.#whole();
      this.#read(this.#at++, all.subarray(0, this.#wanted - 1));
      this.#drop(all, this.#wanted);
      this.#wanted = undefined;
    }
  }

  #whole(): Buffer {
    const [first] = this.#chunks;
    const all = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  #drop(all: Buffer, bytes: number): void {
    this.#chunks = [all.subarray(bytes)];
    this.#have = all.length - bytes;
  }
}
