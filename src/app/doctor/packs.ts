/** Packs that cannot be read: one of them keeps all from being listed. */
import type { Folder } from '../../core/store/index.ts';
import type { Services } from '../services.ts';
import { ok, type Verdict } from './diagnosis.ts';

/** Larger than any pack; a file beyond it is left to the person. */
const MAX_BYTES = 64 * 1024 * 1024;

export async function packCheck({ packs, ownFolders }: Services): Promise<Verdict> {
  const broken = (await packs.survey(new AbortController().signal)).flatMap((each) =>
    'problem' in each ? [each] : [],
  );
  if (broken.length === 0) return ok('all packs can be read');
  return {
    state: 'failed',
    finding: broken.map(({ file, problem }) => `${file}: ${problem.message}`).join('; '),
    fix: 'Fix the file by hand, or move it out of the folder; --repair adds .broken to its name.',
    repair: async () => {
      const folder = await ownFolders.packs();
      for (const { file } of broken) if (folder) await setAside(folder, file);
      return `${broken.length} set aside`;
    },
  };
}

/** The text is kept whole under another name before the old one goes. */
async function setAside(folder: Folder, file: string): Promise<void> {
  const read = await folder.read(file, MAX_BYTES);
  if (read.found && (await folder.createExclusive(`${file}.broken`, read.text)) === 'created')
    await folder.remove(file);
}
