import { AppError } from '../errors.ts';

const REASONS: Readonly<Record<string, { code: string; says: string; hint: string }>> = {
  ENOSPC: { code: 'disk_full', says: 'The disk is full', hint: 'Free some space and try again.' },
  EDQUOT: { code: 'disk_full', says: 'The disk quota is used up', hint: 'Free some space and try again.' },
  EFBIG: {
    code: 'file_too_large',
    says: 'The file would be larger than the limit on this system',
    hint: 'Raise the limit on the size of files (ulimit -f) and try again.',
  },
  EROFS: {
    code: 'read_only',
    says: 'The file system is read-only',
    hint: 'Choose a writable directory.',
  },
  EACCES: { code: 'no_permission', says: 'Permission was denied', hint: 'Check who owns the directory.' },
  EPERM: { code: 'no_permission', says: 'Permission was denied', hint: 'Check who owns the directory.' },
  EISDIR: { code: 'not_a_file', says: 'A directory is in its place', hint: 'Move the directory away.' },
  ELOOP: { code: 'not_a_file', says: 'A symbolic link is in its place', hint: 'Move the link away.' },
  EMFILE: { code: 'too_many_files', says: 'Too many files are open', hint: 'Try again in a moment.' },
  ENFILE: { code: 'too_many_files', says: 'Too many files are open', hint: 'Try again in a moment.' },
};

export function systemCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}

/** A failure of the disk in fixed words; the system's own text may hold host paths and stays in `cause`. */
export function ioError(thrown: unknown, name: string): AppError {
  if (thrown instanceof AppError) return thrown;
  const reason = REASONS[systemCode(thrown) ?? ''] ?? {
    code: 'io_error',
    says: 'The disk operation failed',
    hint: 'The log on stderr has the details.',
  };
  return new AppError('io', reason.code, `${reason.says}: ${name}`, { hint: reason.hint, cause: thrown });
}

/** Runs one piece of disk work; whatever it throws comes out in fixed words. */
export async function io<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw ioError(thrown, name);
  }
}

/** As `io`, but the named system codes are an expected outcome. */
export async function ioOr<T, E>(
  name: string,
  expected: Readonly<Record<string, E>>,
  work: () => Promise<T>,
): Promise<T | E> {
  try {
    return await work();
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code !== undefined && Object.hasOwn(expected, code)) return expected[code] as E;
    throw ioError(thrown, name);
  }
}
