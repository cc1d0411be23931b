/** Reading a git directory: commits, files at a commit, renames, and where git says each line went. */
import { execFileSync, spawnSync } from 'node:child_process';

const MOST_OUTPUT = 1 << 29;

export class History {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  #git(...args: string[]): string {
    return execFileSync('git', ['-C', this.#directory, ...args], {
      encoding: 'utf8',
      maxBuffer: MOST_OUTPUT,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  /** First parents only, newest first: one commit is one step of the main line. */
  commits(): string[] {
    return this.#git('rev-list', '--first-parent', 'HEAD').trim().split('\n');
  }

  files(commit: string): string[] {
    return this.#git('ls-tree', '-r', '-z', '--name-only', commit).split('\0').filter(Boolean);
  }

  read(commit: string, paths: readonly string[]): Map<string, string> {
    const { stdout } = spawnSync('git', ['-C', this.#directory, 'cat-file', '--batch'], {
      input: paths.map((path) => `${commit}:${path}\n`).join(''),
      maxBuffer: MOST_OUTPUT,
    });
    const texts = new Map<string, string>();
    let at = 0;
    for (const path of paths) {
      const eol = stdout.indexOf(10, at);
      const header = stdout.toString('utf8', at, eol);
      at = eol + 1;
      const size = /^[0-9a-f]+ blob (\d+)$/.exec(header)?.[1];
      if (size === undefined) continue;
      texts.set(path, stdout.toString('utf8', at, at + Number(size)));
      at += Number(size) + 1;
    }
    return texts;
  }

  /** Files that were changed, removed or renamed; the value is where git's rename detection finds them. */
  changes(from: string, to: string): Map<string, string | undefined> {
    const fields = this.#git('diff', '--name-status', '-M', '-l0', '-z', from, to).split('\0');
    const changes = new Map<string, string | undefined>();
    for (let at = 0; at + 1 < fields.length; ) {
      const status = fields[at++] ?? '';
      const path = fields[at++] ?? '';
      if (status.startsWith('R')) changes.set(path, fields[at++]);
      else if (status.startsWith('C')) at++;
      else if (status === 'D') changes.set(path, undefined);
      else if (status !== 'A') changes.set(path, path);
    }
    return changes;
  }

  /** For each line of the file at `from`, where it stands at `to`; a line that is gone has no entry. */
  lineFates(from: string, to: string, path: string): Map<number, { path: string; line: number }> {
    const fates = new Map<number, { path: string; line: number }>();
    let output: string;
    try {
      output = this.#git(
        'blame',
        '--reverse',
        '--first-parent',
        '-w',
        '-M',
        '--line-porcelain',
        `${from}..${to}`,
        '--',
        path,
      );
    } catch {
      return fates;
    }
    let header: RegExpExecArray | null = null;
    let name = path;
    for (const line of output.split('\n')) {
      if (line.startsWith('\t')) {
        if (header?.[1] === to) fates.set(Number(header[3]), { path: name, line: Number(header[2]) });
        header = null;
      } else if (header === null) header = /^([0-9a-f]{40}) (\d+) (\d+)/.exec(line);
      else if (line.startsWith('filename ')) name = line.slice(9);
    }
    return fates;
  }
}
