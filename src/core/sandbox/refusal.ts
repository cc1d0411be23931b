/** What the sandbox says instead of a file. The sentences are fixed: nothing from the host can leak through them. */
import { AppError } from '../errors.ts';

const SENTENCES = {
  empty: ['The path is empty.', 'Give a path relative to the repository root.'],
  malformed: [
    'The path holds characters or a form that no file of the repository can have.',
    'Give a plain relative path such as src/index.ts, without control characters or a URL scheme.',
  ],
  too_long: ['The path is too long.', 'Give a path of at most 4096 characters.'],
  absolute: [
    'The path is absolute and not inside the repository.',
    'Give a path relative to the repository root.',
  ],
  traversal: [
    'The path holds a ".." segment.',
    'Give the path relative to the repository root, without "..".',
  ],
  outside: [
    'The path leads outside the repository.',
    'Only files that lie inside the repository can be read.',
  ],
  denied: [
    'The path is on the list of files that are never read.',
    'Secrets, keys, .git and the data directory stay closed. Ask the user for what you need from them.',
  ],
  missing: ['There is no such file.', 'Check the spelling and the case, or list the files first.'],
  not_a_file: ['The path is not a regular file.', 'Name a file, not a directory or a device.'],
  too_large: [
    'The file is larger than the limit.',
    'Search it for the part you need, or raise max_file_bytes.',
  ],
  binary: ['The file is not UTF-8 text.', 'Only text files encoded as UTF-8 can be read.'],
  unreadable: ['The file cannot be read.', 'Check the permissions of the file and of its directories.'],
} as const;

export type RefusalCode = keyof typeof SENTENCES;

export interface Refusal {
  refused: RefusalCode;
  reason: string;
  hint: string;
}

export function refuse(code: RefusalCode): Refusal {
  const [reason, hint] = SENTENCES[code];
  return { refused: code, reason, hint };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}

export function refusalError(refusal: Refusal): AppError {
  const kind = refusal.refused === 'missing' ? 'not_found' : 'blocked';
  return new AppError(kind, refusal.refused, refusal.reason, { hint: refusal.hint });
}

const BY_SYSTEM_CODE: Readonly<Record<string, RefusalCode>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENAMETOOLONG: 'too_long',
  EISDIR: 'not_a_file',
  // Opening a socket, or a FIFO without a reader.
  ENXIO: 'not_a_file',
  ENODEV: 'not_a_file',
};

/** A system error, without its words: they hold host paths. */
export function refusalOf(thrown: unknown): Refusal {
  return refuse(BY_SYSTEM_CODE[systemCode(thrown)] ?? 'unreadable');
}

export function systemCode(thrown: unknown): string {
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return '';
}
