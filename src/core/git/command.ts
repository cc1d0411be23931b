/**
 * Runs git in a repository that may be hostile: its configuration can name programs, and many read-only commands would
 * run them. Use only commands that were tested to run none; the settings below switch off the rest, and git gets the
 * path of the repository instead of searching for it.
 */

import { runProcess, unlessStalled } from '../processes/index.ts';
import { FOLDS_CASE } from '../system.ts';
import type { Repository } from './repository.ts';

export interface GitCall {
  signal?: AbortSignal | undefined;
  /** What git reads from stdin. */
  input?: string;
}

/** The output, or undefined if git failed, whatever the reason. */
export type GitCommand = (args: readonly string[], call?: GitCall) => Promise<Buffer | undefined>;

const TIME_LIMIT_MS = 20_000;
/** Some two million paths. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Git for Windows knows this name, and refuses the one that the system itself uses. */
export const NO_FILE = '/dev/null';

/** On the command line, where they win over every file, included ones too. */
export const SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  `core.hooksPath=${NO_FILE}`,
  `core.excludesFile=${NO_FILE}`,
  `core.attributesFile=${NO_FILE}`,
  `core.ignoreCase=${FOLDS_CASE}`,
  'core.pager=cat',
  'core.editor=false',
  'core.askPass=false',
  'core.sshCommand=false',
  'core.gitProxy=false',
  'credential.helper=',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'log.showSignature=false',
  'diff.ignoreSubmodules=all',
  'submodule.recurse=false',
  'protocol.allow=never',
  'protocol.ext.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

export const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: NO_FILE,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_PAGER: 'cat',
  // A missing object of a partial clone must not be fetched; older versions know only the second one.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

/** `cwd` is the root of the workspace; git prints paths relative to it. */
export function gitCommand(program: string, repository: Repository, cwd: string): GitCommand {
  const fixed = [
    `--git-dir=${repository.gitDir}`,
    `--work-tree=${repository.top}`,
    '--no-pager',
    '--no-optional-locks',
    ...SETTINGS,
  ];
  return async (args, call = {}) => {
    const result = await unlessStalled(cwd, call.signal, (signal) =>
      runProcess({
        program,
        args: [...fixed, ...args],
        cwd,
        env: ENVIRONMENT,
        timeLimitMs: TIME_LIMIT_MS,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        input: call.input,
        signal,
      }),
    );
    return 'outcome' in result && result.outcome === 'exit' && result.code === 0 ? result.stdout : undefined;
  };
}

export function nulSeparated(output: Buffer): string[] {
  const parts = output.toString('utf8').split('\0');
  parts.pop();
  return parts;
}
