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
    expect(said).toContain(
      'What was indexed is kept; the next search or pilotbook index goes on from there.',
    );
  },
);

test('an index that was interrupted goes on where it was, with a bar that tells how far', async () => {
  const FILES = 240;
  const root = repository(
    Object.fromEntries(
      Array.from({ length: FILES }, (_, n) => [`src/m${n}.txt`, `word${n} in a line of text\n`.repeat(600)]),
    ),
  );
  const interrupt = new AbortController();
  let said = '';
  const stopped = await runProgram(root, ['index'], {
    instead: {
      signal: interrupt.signal,
      terminal: {
        out: () => {},
        err: (text) => {
          said += text;
          if (/[1-9]\d* of 240 files/.test(text)) interrupt.abort();
        },
        colour: false,
        errIsTerminal: true,
      },
    },
  });
  expect(stopped.status).toBe(130);
  expect(said).toMatch(/\[#+\.+\] Indexing (\d+) of 240 files/);
  const done = Number(/\[#+\.+\] Indexing (\d+) of 240 files/.exec(said)?.[1]);
  expect(done).toBeGreaterThan(0);
  const again = await runProgram(root, ['index', '--json']);
  expect(JSON.parse(again.stdout).result).toMatchObject({ added: FILES - done, updated: 0, removed: 0 });
});
