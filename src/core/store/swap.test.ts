/** Another process swaps a folder for a link to the outside, again and again, while we work in it. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runs } from '../../../tests/helpers/full-run.ts';
import { isLacking, LINKS, named, SIGNALS } from '../../../tests/helpers/probes.ts';
import { finished, says, startScript } from '../../../tests/helpers/processes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { systemClock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { openFolder } from './folder.ts';
import { openJournal } from './journal.ts';
import { withLock } from './lock.ts';
import { processOwner } from './lock-file.ts';

const SWAPS_A_LINE = 200;
/** Until it is told to stop: the folder away, a link in its place, the link away, the folder back. */
const SWAPPER = `
  import { renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
  const [, , folder, outside] = process.argv;
  let stop = false;
  process.on('SIGTERM', () => { stop = true; });
  const put = (step) => {
    for (;;) {
      try {
        return step();
      } catch {
        // The folder was made anew in the moment when there was none.
        try {
          rmSync(folder, { recursive: true, force: true });
        } catch {}
      }
    }
  };
  const round = () => {
    for (let at = 0; at < ${SWAPS_A_LINE}; at++) {
      renameSync(folder, folder + '.away');
      put(() => symlinkSync(outside, folder));
      unlinkSync(folder);
      put(() => renameSync(folder + '.away', folder));
    }
    console.log('swapped');
    if (!stop) setImmediate(round);
  };
  console.log('ready');
  round();
`;

const INSIDE = 'of the repository';
const OUTSIDE = 'of somebody else';
/** At least. On a single core many rounds pass while the folder is away, so what was done is counted too. */
const ROUNDS = runs(200, 600);
const TIMES = 10;
const SWAPS = 400;

async function whileSwapped(
  root: string,
  folder: string,
  outside: string,
  work: (swaps: () => number) => Promise<void>,
): Promise<void> {
  const child = startScript(SWAPPER, { args: [join(root, folder), outside] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const end = finished(child);
  await says(child, 'ready');
  let swaps = 0;
  child.stdout?.on('data', (chunk) => {
    swaps += SWAPS_A_LINE * (String(chunk).split('\n').length - 1);
  });
  await work(() => {
    if (child.exitCode !== null) throw new Error('The other process ended by itself.');
    return swaps;
  });
  child.kill('SIGTERM');
  expect(await end).toMatchObject({ code: 0, stderr: '' });
}

/** What the disk says of a folder that is a link, or gone, at this moment. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

const NAME = named('nothing outside is read, listed, made, changed or removed', LINKS, SIGNALS);

test.skipIf(isLacking(LINKS, SIGNALS))(NAME, async () => {
  const root = repository({ '.context/secret': INSIDE, '.context/kept/note': INSIDE });
  const outside = repository({ secret: OUTSIDE, 'only-outside': OUTSIDE, 'kept/note': OUTSIDE });
  const before = readdirSync(outside, { recursive: true }).sort();
  let tokens = 0;
  const owner = await processOwner(() => `token-${process.pid}-${tokens++}`);
  const path = join(root, '.context');
  const done = { reads: 0, listings: 0, creations: 0 };
  const leaks: string[] = [];
  await whileSwapped(root, '.context', outside, async (swaps) => {
    const isEnough = () => swaps() >= SWAPS && Object.values(done).every((count) => count >= TIMES);
    for (let at = 0; at < ROUNDS || !isEnough(); at++) {
      const folder = await unlessRefused(() => openFolder(path, { within: root }));
      if (folder === undefined) continue;
      const read = await unlessRefused(() => folder.read('secret', 100));
      if (read?.found) done.reads++;
      if (read?.found && read.text === OUTSIDE) leaks.push('read');
      const names = await unlessRefused(() => folder.list());
      if (names !== undefined && names.length > 0) done.listings++;
      if (names?.includes('only-outside')) leaks.push('listing');
      const below = await unlessRefused(async () => await (await folder.folder('kept'))?.read('note', 100));
      if (below?.found && below.text === OUTSIDE) leaks.push('read below');
      const made = await unlessRefused(() => folder.createExclusive(`new-${at}`, 'x', { durable: false }));
      if (made === 'created') done.creations++;
      await unlessRefused(() => folder.writeAtomic('secret', INSIDE));
      await unlessRefused(() => folder.remove('only-outside'));
      await unlessRefused(async () =>
        (await folder.folder('made', { create: true })).createExclusive(`${at}`, 'x'),
      );
      await unlessRefused(() =>
        withLock(folder, 'a.lock', { owner, clock: systemClock, waitMs: 0 }, async () => {}),
      );
      const journal = openJournal(folder, 'log', { maxBytes: 500, keep: 1, owner, clock: systemClock });
      await unlessRefused(() => journal.append({ timestamp: '2026-01-01', at }));
    }
  });
  expect(leaks).toEqual([]);
  expect(readdirSync(outside, { recursive: true }).sort()).toEqual(before);
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(OUTSIDE);
});
