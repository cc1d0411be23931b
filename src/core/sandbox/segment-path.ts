/** A glob with slashes against a path with slashes, one segment at a time. */
import { type GlobSegment, isGlobstar, type SegmentMatcher } from './glob-segment.ts';

type Step = SegmentMatcher | 'any-depth';

/**
 * As in git: `**` between slashes stands for any number of segments, at the end for at least one. The search goes
 * back to the last `**` only, which is enough, as with stars in a name.
 */
export function compilePath(segments: readonly GlobSegment[]): (path: string) => boolean {
  const steps: Step[] = segments.map((segment) => (isGlobstar(segment) ? 'any-depth' : segment.matches));
  if (steps.at(-1) === 'any-depth') steps.push(() => true);
  const [first, second] = steps;
  if (steps.length === 2 && first === 'any-depth' && typeof second === 'function')
    return (path) => second(lastSegment(path));
  return (path) => run(steps, path.split('/'));
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function run(steps: readonly Step[], names: readonly string[]): boolean {
  let step = 0;
  let at = 0;
  let backStep = -1;
  let backAt = 0;
  while (at < names.length) {
    const current = steps[step];
    if (current === 'any-depth') {
      backStep = step;
      backAt = at;
      step++;
    } else if (current?.(names[at] ?? '')) {
      step++;
      at++;
    } else if (backStep !== -1) {
      backAt++;
      step = backStep + 1;
      at = backAt;
    } else return false;
  }
  while (steps[step] === 'any-depth') step++;
  return step === steps.length;
}
