/** Packs that cannot be read: one of them keeps all from being listed. */
import type { Services } from '../services.ts';
import { ok, type Verdict } from './diagnosis.ts';

export async function packCheck({ packs }: Services): Promise<Verdict> {
  const broken = (await packs.survey(new AbortController().signal)).flatMap((each) =>
    'problem' in each ? [each] : [],
  );
  if (broken.length === 0) return ok('all packs can be read');
  return {
    state: 'failed',
    finding: broken.map(({ file, problem }) => `${file}: ${problem.message}`).join('; '),
    fix: 'Fix the file by hand, or move it out of the folder; --repair adds .broken to its name.',
    repair: async () => {
      for (const { file } of broken) await packs.setAside(file);
      return `${broken.length} set aside`;
    },
  };
}
