import { expect } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { createLogger } from '../../core/logger.ts';
import { slowCalls } from './slow-calls.ts';

verifies('recall:time:alert', 'a call that takes longer than it may is logged as slow', () => {
  const lines: string[] = [];
  let time = 0;
  const clock = { now: () => 0, elapsed: () => time };
  const watch = slowCalls(
    { clock, log: createLogger('warn', (line) => lines.push(line), clock.now) },
    'read_file',
  );
  const [quick, slow] = [watch(500), watch(500)];
  time = 500;
  expect(quick({ dependencies: 0 })).toBe(500);
  expect(lines).toEqual([]);
  time = 501;
  slow({ dependencies: 0 });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    message: 'slow call',
    tool: 'read_file',
    durationMs: 501,
    mostMs: 500,
  });
});
