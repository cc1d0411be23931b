/** Whole names of declarations, as outlines write them. */

const PARTS = /[.#/]|::/;

/** `Shop.open`, `shop::open`, `Shop#open`: the part that is the declaration's own. */
export function lastName(name: string): string {
  return name.split(PARTS).at(-1) ?? name;
}

/** How many parts at the end of both names are the same. */
export function sharedParts(a: string, b: string): number {
  const [left, right] = [a.split(PARTS), b.split(PARTS)];
  let shared = 0;
  while (shared < left.length && left.at(-1 - shared) === right.at(-1 - shared)) shared++;
  return shared;
}

/** A class or module is named, too: much less likely to be met by accident. */
export function isQualified(name: string): boolean {
  return lastName(name) !== name;
}
