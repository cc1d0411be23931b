/** `.context/`, for texts that need another number: files are added, taken back or removed, and no text is changed. */
import { join } from 'node:path';
import { nameOf, parseRef, type StashConfig } from '../../../areas/stash/index.ts';
import { AppError } from '../../../core/errors.ts';
import { type Folder, openFolder } from '../../../core/store/index.ts';
import { STASH_FOLDER } from '../facts/stash.ts';

/** As every entry. */
const READ_ONLY = 0o444;

export function entryStore(root: string, config: StashConfig | undefined) {
  const open = async (): Promise<{ folder: Folder; config: StashConfig }> => {
    const folder = await openFolder(join(root, STASH_FOLDER), { within: root });
    if (folder === undefined || config === undefined)
      throw new AppError('state', 'not_initialized', 'There is no .context directory here.');
    return { folder, config };
  };
  return {
    async add(text: string): Promise<{ ref: string; file: string }> {
      const { folder, config } = await open();
      const taken = (await folder.list()).flatMap((file) => parseRef(file, config)?.number ?? []);
      let next = taken.reduce(
        (most, number) => (number >= most ? number + 1n : most),
        BigInt(config.startIndex),
      );
      for (;;) {
        const { ref, file } = nameOf(next, config);
        if ((await folder.createExclusive(file, text, { mode: READ_ONLY })) === 'created')
          return { ref, file };
        next += 1n;
      }
    },
    async restore(file: string, text: string): Promise<void> {
      await (await open()).folder.writeAtomic(file, text);
    },
    async remove(file: string): Promise<void> {
      await (await open()).folder.remove(file);
    },
  };
}
