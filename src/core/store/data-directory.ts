import { type Folder, type OpenOptions, openFolder } from './folder.ts';

/** A folder for machine-made data that git never sees, whatever the repository's own rules say. */
export async function openDataDirectory(
  path: string,
  options: Pick<OpenOptions, 'within'> = {},
): Promise<Folder> {
  const folder = await openFolder(path, { ...options, create: true });
  await folder.createExclusive('.gitignore', '*\n');
  return folder;
}
