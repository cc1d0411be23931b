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
const TRIES = 3;
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
  const once = await leastMs(() => work(pieces));
  const many = await leastMs(() => work(pieces * TIMES));
  expect(many, name).toBeLessThan(Math.max(once * MOST_GROWTH, LEAST_MS));
}

/** Of one run. What else the process did meanwhile can only add; the clock of Windows has steps of 16 ms. */
async function leastMs(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) {
    const before = process.cpuUsage();
    let [runs, spent] = [0, 0];
    while (spent < LEAST_MS && runs < MOST_RUNS) {
      await work();
      runs++;
      const { user, system } = process.cpuUsage(before);
      spent = (user + system) / 1000;
    }
    least = Math.min(least, spent / runs);
  }
  return least;
}
