import { AppError } from '../errors.ts';
import { type Folder, type OpenOptions, openFolder } from './folder.ts';

/** A folder for machine-made data that git never sees, whatever the repository's own rules say. */
export async function openDataDirectory(
  path: string,
  options: Pick<OpenOptions, 'within'> = {},
): Promise<Folder> {
  try {
    const folder = await openFolder(path, { ...options, create: true });
    // One that is there already may lie where nothing can be written, and still be read.
    if ((await folder.stamp('.gitignore')) === undefined) await folder.createExclusive('.gitignore', '*\n');
    return folder;
  } catch (thrown) {
    throw thrown instanceof AppError && isClosed(thrown) ? withWayOut(thrown) : thrown;
  }
}

function isClosed({ code }: AppError): boolean {
  return code === 'no_permission' || code === 'read_only';
}

function withWayOut({ kind, code, message, cause }: AppError): AppError {
  return new AppError(kind, code, message, {
    hint: 'Choose a directory that can be written: --data-dir DIR.',
    cause,
  });
}
