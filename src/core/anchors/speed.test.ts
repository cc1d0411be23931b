import { expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import { openPage } from './page.ts';
import { resolveAnchor } from './resolve.ts';

/** Work done by this process, so that a busy machine does not fail the test. */
function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it('resolves a thousand anchors in a file of 2,000 lines well below a second', () => {
  const lines = Array.from({ length: 2000 }, (_, at) =>
    at % 9 === 0 ? '}' : `  const item${at} = combine(item${at - 1}, part${at % 40}, ${at});`,
  );
  const then = openPage(lines.join('\n'));
  const anchors = Array.from({ length: 1000 }, (_, at) =>
    makeAnchor('a.js', then, at + 1, at + 1 + (at % 12)),
  );
  const changed = lines.map((line, at) => (at % 17 === 0 ? line.replace('combine', 'merge') : line));
  const states = new Set<string>();
  const spent = cpuMilliseconds(() => {
    const now = openPage(['// top', ...changed].join('\n'));
    for (const anchor of anchors) states.add(resolveAnchor(anchor, now).state);
  });
  expect(states).toContain('moved');
  expect(states).toContain('edited');
  expect(spent).toBeLessThan(900);
});
