/** The real git behind a program that writes down which of its commands were run. Needs a shell. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findProgram } from '../../src/core/processes/find-program.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface RecordingGit {
  /** For PATH: this git comes first. */
  programPath: string;
  /** Commands since the last question, in the order of their start. */
  commands(): string[];
}

export function recordingGit(): RecordingGit {
  const directory = temporaryDirectory();
  const log = join(directory, 'log');
  const program = join(directory, 'git');
  const real = findProgram('git', directory, process.env.PATH);
  writeFileSync(
    program,
    `#!/bin/sh
skip=no
for argument in "$@"; do
  if [ $skip = yes ]; then skip=no; continue; fi
  case "$argument" in
    -c) skip=yes ;;
    -*) ;;
    *) echo "$argument" >>'${log}'; break ;;
  esac
done
exec '${real}' "$@"
`,
  );
  chmodSync(program, 0o755);
  writeFileSync(log, '');
  return {
    programPath: [directory, process.env.PATH].join(delimiter),
    commands() {
      const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
      writeFileSync(log, '');
      return lines;
    },
  };
}
