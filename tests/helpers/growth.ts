/**
 * Whether work grows with its input and not with the square of it. No clock can say that: a machine may be slow, or busy
 * with other things. So the processor's time for one size is compared with that for a multiple of it.
 */
import { expect } from 'vitest';

const TIMES = 16;
/** Between the 16 of linear work, with room for caches and the collection of garbage, and the 256 of quadratic work. */
const MOST_GROWTH = 100;
/** Less than this is the noise of a collection of garbage or of a compilation, however it grew. */
const LEAST_MS = 40;
/** What else the machine did meanwhile can only add: what looks too slow is measured again. */
const TRIES = 8;
/** Work in other processes costs this one nothing. */
const MOST_RUNS = 50;

/** `work(n)` shall do what it does for an input of n pieces; `pieces` times 16 is the most that it is asked for. */
export async function expectLinear(
  work: (pieces: number) => unknown,
  pieces: number,
  name?: string,
): Promise<void> {
  // The first run is for the compiler.
  await work(pieces);
  let [once, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < TRIES; tries++) {
    many = Math.min(many, await msOf(() => work(pieces * TIMES), 1));
    if (many < LEAST_MS) return;
    once = Math.min(once, await msOf(() => work(pieces), MOST_RUNS));
    if (many < once * MOST_GROWTH) return;
  }
  expect(many, name).toBeLessThan(once * MOST_GROWTH);
}

/** Of one run, by the processor's time for several: the clock of Windows has steps of 16 ms. */
async function msOf(work: () => unknown, mostRuns: number): Promise<number> {
  const before = process.cpuUsage();
  let [runs, spent] = [0, 0];
  while (spent < LEAST_MS && runs < mostRuns) {
    await work();
    runs++;
    const { user, system } = process.cpuUsage(before);
    spent = (user + system) / 1000;
  }
  return spent / runs;
}
