/** A person who presses Ctrl-C gets the exit code of that, and no error to read. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../src/adapters/cli/program.ts';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';

test.each([[['index']], [['search', 'name']], [['recall', 'the name']], [['bundle', 'name']]])(
  '%j interrupted while the index is made ends with 130',
  async (argv) => {
    const files = Array.from({ length: 60 }, (_, n) => [
      `src/m${n}.py`,
      `def name_${n}():\n    return ${n}\n`,
    ]);
    const root = repository(Object.fromEntries(files));
    const { app } = await openApp(root);
    const interrupt = new AbortController();
    const written = { out: '', err: '' };
    const code = await runProgram({
      argv,
      env: {},
      cwd: root,
      version: '0',
      terminal: {
        out: (text) => (written.out += text),
        err: (text) => {
          // The first sign of progress is when a person loses patience.
          interrupt.abort();
          written.err += text;
        },
        colour: false,
        errIsTerminal: true,
      },
      signal: interrupt.signal,
      interactive: true,
      readStdin: async () => '',
      elapsed: () => 0,
      ask: async () => '',
      home: { directory: join(root, 'home'), platform: 'linux', env: {} },
      program: { command: 'node', args: [] },
      createApp: async () => app,
      serve: async () => {},
    });
    expect(interrupt.signal.aborted).toBe(true);
    expect(code).toBe(130);
    expect(written.err).not.toContain('cancelled');
  },
);
