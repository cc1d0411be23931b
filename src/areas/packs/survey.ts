/** Reads every stored pack without a lock, expired and malformed ones too, and renames malformed files. */
import { AppError } from '../../core/errors.ts';
import { openFolder } from '../../core/store/index.ts';
import { isDeniedIn, type Storage } from './storage/expired-packs.ts';
import { PACK_FOLDER, UNREADABLE } from './storage/markdown-repository.ts';
import { decodePack, MAX_PACK_BYTES, malformed } from './storage/pack-file.ts';
import { isId, type Pack } from './types.ts';

/** `file` is its name in the folder of packs. */
export type SurveyedPack =
  | { file: string; pack: Pack; text: string }
  | { file: string; problem: { message: string; hint: string } };

/** By file name. */
export async function surveyPacks(storage: Storage, signal: AbortSignal): Promise<SurveyedPack[]> {
  const { path, ...within } = storage;
  const folder = await (await openFolder(path, within))?.folder(PACK_FOLDER);
  const found: SurveyedPack[] = [];
  for (const file of (await folder?.list()) ?? []) {
    signal.throwIfAborted();
    const id = file.replace(/\.md$/, '');
    if (!isId(id) || isDeniedIn(storage, PACK_FOLDER, id)) continue;
    try {
      const content = await folder?.read(file, MAX_PACK_BYTES);
      if (content === undefined) continue;
      if (!content.found) {
        if (content.why === 'missing') continue;
        throw malformed(file, UNREADABLE[content.why]);
      }
      found.push({ file, pack: (await decodePack(file, content.text)).pack, text: content.text });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      found.push({ file, problem: { message: thrown.message, hint: thrown.hint ?? '' } });
    }
  }
  return found;
}

/** Larger than any pack; larger files are left alone. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Copies the text to another name before removing the file. */
export async function setAside(storage: Storage, file: string): Promise<void> {
  const { path, ...within } = storage;
  const folder = await (await openFolder(path, within))?.folder(PACK_FOLDER);
  const read = await folder?.read(file, MOST_BYTES);
  if (read?.found && (await folder?.createExclusive(`${file}.broken`, read.text)) === 'created')
    await folder?.remove(file);
}
