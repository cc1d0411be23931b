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

function sharedRun(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return shared;
}
