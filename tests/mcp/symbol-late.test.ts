/** A tree of callers that ends early because time was up says so, gives what it has, and how to go on. */
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';

const FILES = {
  'a.py': 'def first_step():\n    return 1\n',
  'b.py': 'from a import first_step\n\n\ndef second_step():\n    return first_step()\n',
  'c.py': 'from b import second_step\n\n\ndef third_step():\n    return second_step()\n',
};

/** Far beyond what any answer may take. */
const LONG_MS = 600_000;

test('what was found is listed, and what was not followed is named', async () => {
  let isSlow = false;
  let later = 0;
  const clock: Clock = {
    ...systemClock,
    elapsed: () => {
      if (isSlow) later += LONG_MS;
      return systemClock.elapsed() + later;
    },
  };
  const { call } = await openApp(repository(FILES), {}, clock);
  const tree = async () => {
    const { value } = await call('repo.references', { symbol: 'a.py::first_step', depth: 3 });
    const callers = value.result.references.map(({ enclosing }: { enclosing: string }) => enclosing);
    return { callers, warnings: value.warnings };
  };
  // Whatever it learns is kept, so in time it knows all.
  let whole = await tree();
  while (JSON.stringify(whole.warnings).includes('lack of time')) whole = await tree();
  expect(whole).toEqual({ callers: ['second_step', 'third_step'], warnings: [] });
  isSlow = true;
  expect(await tree()).toEqual({
    callers: ['second_step'],
    warnings: [
      'Who calls 1 of them was not looked for, for lack of time: b.py::second_step. Ask again for more, or about one of them.',
    ],
  });
});
