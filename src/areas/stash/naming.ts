/** Numbers, file names and refs of entries. Numbers are bigint: a file name may hold more digits than a double. */
import { AppError } from '../../core/errors.ts';
import type { StashConfig } from './config.ts';

export interface EntryName {
  /** The digits as the file name has them. */
  ref: string;
  file: string;
  number: bigint;
}

const MOST_DIGITS = 200;

export function nameOf(number: bigint, config: StashConfig): EntryName {
  const ref = String(number).padStart(config.leadingZeros, '0');
  return { ref, file: `${config.filePrefix}${ref}${config.fileSuffix}`, number };
}

/** Undefined if the file is not an entry. */
export function parseName(file: string, config: StashConfig): EntryName | undefined {
  const { filePrefix, fileSuffix } = config;
  if (!file.startsWith(filePrefix) || !file.endsWith(fileSuffix)) return undefined;
  const digits = file.slice(filePrefix.length, file.length - fileSuffix.length);
  if (!isDigits(digits)) return undefined;
  return { ref: digits, file, number: BigInt(digits) };
}

export interface WantedEntry {
  digits: string;
  number: bigint;
}

/** Reads `00012`, `12` or `00012.md`, with or without the prefix. Undefined for anything else, such as a path. */
export function parseRef(ref: string, { filePrefix, fileSuffix }: StashConfig): WantedEntry | undefined {
  let digits = ref.trim();
  if (filePrefix !== '' && digits.startsWith(filePrefix)) digits = digits.slice(filePrefix.length);
  if (fileSuffix !== '' && digits.endsWith(fileSuffix)) digits = digits.slice(0, -fileSuffix.length);
  return isDigits(digits) ? { digits, number: BigInt(digits) } : undefined;
}

/** Finds the file with exactly these digits, else the first with that number. */
export function nameFinder<N extends EntryName>(names: readonly N[]): (wanted: WantedEntry) => N | undefined {
  const byRef = new Map(names.toReversed().map((name) => [name.ref, name]));
  const byNumber = new Map(names.toReversed().map((name) => [name.number, name]));
  return ({ digits, number }) => byRef.get(digits) ?? byNumber.get(number);
}

export function invalidRef(ref: string): AppError {
  return new AppError(
    'invalid',
    'invalid_ref',
    `Not the number of an entry: ${JSON.stringify(ref.slice(0, 64))}.`,
    {
      hint: 'Give a number such as 00012 or 12. context.list shows them all.',
    },
  );
}

export function byNumber(a: EntryName, b: EntryName): number {
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  return a.file < b.file ? -1 : a.file > b.file ? 1 : 0;
}

function isDigits(text: string): boolean {
  return text.length <= MOST_DIGITS && /^[0-9]+$/.test(text);
}
