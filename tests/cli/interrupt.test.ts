/** A person who presses Ctrl-C gets the exit code of that, and no error to read. */
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

test.each([[['index']], [['search', 'name']], [['recall', 'the name']], [['bundle', 'name']]])(
  '%j interrupted while the index is made ends with 130',
  async (argv) => {
    const files = Array.from({ length: 60 }, (_, n) => [
      `src/m${n}.py`,
      `def name_${n}():\n    return ${n}\n`,
    ]);
    const root = repository(Object.fromEntries(files));
    const interrupt = new AbortController();
    let said = '';
    const { status } = await runProgram(root, argv, {
      instead: {
        signal: interrupt.signal,
        terminal: {
          out: () => {},
          err: (text) => {
            // The first sign of progress is when a person loses patience.
            interrupt.abort();
            said += text;
          },
          colour: false,
          errIsTerminal: true,
        },
      },
    });
    expect(interrupt.signal.aborted).toBe(true);
    expect(status).toBe(130);
    expect(said).not.toContain('cancelled');
  },
);
