/** lstat as a value: undefined for what is not there or cannot be looked at. */
import { lstatSync, type Stats } from 'node:fs';

export function lstatOrUndefined(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
