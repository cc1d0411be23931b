/** Entries of ours in client configurations that start nothing. */
import { brokenEntries, type Home, writeAnew } from '../setup/index.ts';
import { ok, type Verdict } from './diagnosis.ts';

export async function clientCheck(root: string, home: Home, version: string): Promise<Verdict> {
  const broken = await brokenEntries(root, home, version);
  if (broken.length === 0) return ok('all client configurations resolve');
  const mendable = broken.filter(({ mendable }) => mendable);
  return {
    state: 'warning',
    finding: broken.map(({ client, file, problem }) => `${client}: ${file}: ${problem}`).join('; '),
    mend:
      mendable.length === 0
        ? 'Fix the file by hand, then run pilotbook init.'
        : 'pilotbook init or --repair rewrites the entry.',
    ...(mendable.length === 0
      ? {}
      : {
          repair: async () => {
            for (const entry of mendable) await writeAnew(entry);
            return `${mendable.length} rewritten`;
          },
        }),
  };
}
