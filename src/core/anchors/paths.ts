/** Parts of paths. */

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** With the slash; empty for a file at the top. */
export function directory(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** `tide.test` of `src/tide.test.ts`. */
export function stem(path: string): string {
  const name = baseName(path);
  return name.slice(0, name.lastIndexOf('.') + 1) || name;
}

/** `ts` of `src/tide.test.ts`; a name without a dot stands for itself. */
export function ending(path: string): string {
  const name = baseName(path);
  return name.slice(name.lastIndexOf('.') + 1);
}

/** How many directories both begin with. */
export function sharedDirectories(a: string, b: string): number {
  return sharedRun(a.split('/').slice(0, -1), b.split('/').slice(0, -1));
}

/** How many names both end with: 0 for different base names, 1 for the same, 2 if their directories agree, too. */
export function sharedEnd(a: string, b: string): number {
  return sharedRun(a.split('/').toReversed(), b.split('/').toReversed());
}

/** Of what lies at several paths, the one whose path has most names in common with this one; of equals, none. */
export function nearestTo<T>(
  path: string,
  things: readonly T[],
  pathOf: (thing: T) => string,
): T | undefined {
  const names = new Set(path.split('/'));
  const shared = things.map(
    (thing) =>
      new Set(
        pathOf(thing)
          .split('/')
          .filter((name) => names.has(name)),
      ).size,
  );
  const most = Math.max(...shared);
  const nearest = things.filter((_, at) => shared[at] === most);
  return nearest.length === 1 ? nearest[0] : undefined;
}

function sharedRun(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return shared;
}
