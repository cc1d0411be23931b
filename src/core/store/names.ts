import { AppError } from '../errors.ts';

/** What file systems take for one name. */
const MAX_NAME_BYTES = 255;

/** Files that are being written. Nobody may ask for one by name, and no listing shows them. */
export const TEMPORARY_PREFIX = '.tmp-';

/** One plain name, so that joining it to a folder can lead nowhere else. */
export function checkName(name: string): string {
  const plain =
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[/\\\0]/.test(name) &&
    !name.startsWith(TEMPORARY_PREFIX) &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES;
  if (plain) return name;
  throw new AppError('invalid', 'invalid_name', 'This is not a plain file name.', {
    hint: 'Give one name without separators.',
  });
}
