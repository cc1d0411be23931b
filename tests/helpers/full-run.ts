/** Long loops and large matrices: some of it in `npm test`, all of it in `npm run test:full`. */

/** `vitest --mode full` */
export const IS_FULL = process.env.TEST_MODE === 'full';

/** How often to do it. The few must be enough to fail when the behaviour breaks. */
export function runs(few: number, many: number): number {
  return IS_FULL ? many : few;
}
