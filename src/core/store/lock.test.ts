import { readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/full-run.ts';
import { finished, modulePath, says, startScript } from '../../../tests/helpers/processes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { systemClock } from '../clock.ts';
import { type Folder, openFolder } from './folder.ts';
import { withLock } from './lock.ts';
import { type LockOwner, processOwner } from './lock-file.ts';

let folder: Folder;
let owner: LockOwner;
let tokens = 0;

beforeEach(async () => {
  folder = await openFolder(temporaryDirectory(), { create: true });
  owner = await processOwner(() => `token${String(tokens++).padStart(6, '0')}`);
});

const options = (waitMs = 10_000) => ({ owner, clock: systemClock, waitMs });
const HOUR = 3_600_000;

async function leaveLock(text: string, file = 'a.lock', age = 0): Promise<void> {
  const path = join(folder.path, file);
  await writeFile(path, text);
  const then = new Date(Date.now() - age);
  await utimes(path, then, then);
}

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = startScript('');
  const pid = child.pid ?? 0;
  await finished(child);
  return pid;
}

test('inside one process the work goes one at a time, and nothing stays behind', async () => {
  let inside = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      withLock(folder, 'a.lock', options(), async () => {
        most = Math.max(most, ++inside);
        await folder.writeAtomic('x', String(at));
        inside--;
        return at;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(results).toEqual(Array.from({ length: 12 }, (_, at) => at));
  expect(await readdir(folder.path)).toEqual(['x']);
});

test('the lock is released when the work fails', async () => {
  await expect(
    withLock(folder, 'a.lock', options(), async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await readdir(folder.path)).toEqual([]);
});

test('a lock that could not be released because its directory was away is free when that is back', async () => {
  const [path, away] = [folder.path, `${folder.path}-away`];
  await withLock(folder, 'a.lock', options(), async () => {
    await rename(path, away);
    return 'done';
  }).catch(() => 'not released');
  await rename(away, path);
  expect(await readdir(path)).toContain('a.lock');
  expect(await withLock(folder, 'a.lock', options(0), async () => 'mine')).toBe('mine');
  expect(await readdir(path)).toEqual([]);
});

test('who waits too long is told, and the holder is not disturbed', async () => {
  await withLock(folder, 'a.lock', options(), async () => {
    await expect(withLock(folder, 'a.lock', options(30), async () => 'never')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'locked',
      message: 'Another process is holding a.lock.',
    });
  });
  expect(await readdir(folder.path)).toEqual([]);
});

test('waiting ends when the call is cancelled', async () => {
  const abort = new AbortController();
  await withLock(folder, 'a.lock', options(), async () => {
    const waiting = withLock(folder, 'a.lock', { ...options(), signal: abort.signal }, async () => 'never');
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
  expect(await readdir(folder.path)).toEqual([]);
});

test('the lock of a dead process is taken over at once', async () => {
  const lost = { pid: await deadPid(), host: owner.host, startedAt: '1 boot', token: 'deadtoken' };
  await leaveLock(JSON.stringify(lost));
  expect(await withLock(folder, 'a.lock', options(0), async () => 'mine')).toBe('mine');
  expect(await readdir(folder.path)).toEqual([]);
});

test('the lock of a process whose number was given to another is taken over', async () => {
  const lost = { pid: process.pid, host: owner.host, startedAt: 'another start', token: 'oldtoken' };
  await leaveLock(JSON.stringify(lost));
  expect(await withLock(folder, 'a.lock', options(0), async () => 'mine')).toBe('mine');
});

test('a chain of dead successors is followed to its end', async () => {
  const pid = await deadPid();
  const lost = (token: string) => JSON.stringify({ pid, host: owner.host, startedAt: '1 boot', token });
  await leaveLock(lost('firsttoken'));
  await leaveLock(lost('secondtoken'), 'a.lock.firsttoken');
  await leaveLock(lost('thirdtoken'), 'a.lock.secondtoken');
  await withLock(folder, 'a.lock', options(0), async () => {
    expect(await readdir(folder.path)).toContain('a.lock.thirdtoken');
  });
  expect(await readdir(folder.path)).toEqual([]);
});

test('litter of an earlier chain does not count as a lock', async () => {
  await leaveLock('{}', 'a.lock.sometoken');
  expect(await withLock(folder, 'a.lock', options(0), async () => 'mine')).toBe('mine');
});

test.each(['', 'not json', '{"pid":"1"}', '{"pid":1,"host":"h","startedAt":"","token":"../../x"}'])(
  'a lock file that we did not write (%j) holds while it is young and not when it is old',
  async (text) => {
    await leaveLock(text);
    await expect(withLock(folder, 'a.lock', options(0), async () => 'x')).rejects.toMatchObject({
      code: 'locked',
    });
    await leaveLock(text, 'a.lock', HOUR);
    expect(await withLock(folder, 'a.lock', options(0), async () => 'mine')).toBe('mine');
    expect(await readdir(folder.path)).toEqual([]);
  },
);

test('a holder on another host is gone only when his silence was also watched', async () => {
  const far = { pid: 1, host: 'far away', startedAt: '1 boot', token: 'fartoken' };
  let elapsed = 0;
  const clock = { now: () => Date.now(), elapsed: () => elapsed };
  await leaveLock(JSON.stringify(far), 'a.lock', HOUR);
  await expect(
    withLock(folder, 'a.lock', { owner, clock, waitMs: 0 }, async () => 'x'),
  ).rejects.toMatchObject({
    code: 'locked',
  });
  // Each look at the steady clock brings a second.
  clock.elapsed = () => (elapsed += 1000);
  expect(await withLock(folder, 'a.lock', { owner, clock, waitMs: 60_000 }, async () => 'mine')).toBe('mine');
});

test('a holder on another host who gave a sign lately keeps his lock', async () => {
  const far = { pid: 1, host: 'far away', startedAt: '1 boot', token: 'fartoken' };
  let elapsed = 0;
  const clock = { now: () => Date.now(), elapsed: () => (elapsed += 1000) };
  await leaveLock(JSON.stringify(far));
  await expect(
    withLock(folder, 'a.lock', { owner, clock, waitMs: 20_000 }, async () => 'x'),
  ).rejects.toMatchObject({ code: 'locked' });
  expect(await readdir(folder.path)).toEqual(['a.lock']);
});

const CHILD = `
  import { appendFile, readFile, writeFile } from 'node:fs/promises';
  import { randomBytes } from 'node:crypto';
  import { openFolder, processOwner, withLock } from '${modulePath('src/core/store/index.ts')}';
  import { systemClock } from '${modulePath('src/core/clock.ts')}';
  const [, , path, rounds] = process.argv;
  const folder = await openFolder(path);
  const owner = await processOwner(() => randomBytes(8).toString('hex'));
  console.log('ready');
  for (let at = 0; at < Number(rounds); at++)
    await withLock(folder, 'a.lock', { owner, clock: systemClock, waitMs: 60_000 }, async () => {
      // Not atomic on purpose: two at once would lose a count.
      const count = Number(await readFile(path + '/count', 'utf8'));
      await writeFile(path + '/count', String(count + 1));
    });
`;

test('four processes never work at once, starting from the lock of a dead one', async () => {
  await writeFile(join(folder.path, 'count'), '0');
  const lost = { pid: await deadPid(), host: owner.host, startedAt: '1 boot', token: 'deadtoken' };
  await leaveLock(JSON.stringify(lost));
  const rounds = runs(20, 60);
  const children = Array.from({ length: 4 }, () =>
    startScript(CHILD, { args: [folder.path, String(rounds)] }),
  );
  const ends = await Promise.all(children.map(finished));
  expect(ends.map((end) => [end.code, end.stderr])).toEqual(ends.map(() => [0, '']));
  expect(await readFile(join(folder.path, 'count'), 'utf8')).toBe(String(4 * rounds));
  expect(await readdir(folder.path)).toEqual(['count']);
});

/** Reports when it finds somebody alive inside. */
const GUARD = `
  import { appendFile, readFile, writeFile } from 'node:fs/promises';
  import { randomBytes } from 'node:crypto';
  import { openFolder, processOwner, withLock } from '${modulePath('src/core/store/index.ts')}';
  import { systemClock } from '${modulePath('src/core/clock.ts')}';
  const [, , path, rounds] = process.argv;
  const folder = await openFolder(path);
  const owner = await processOwner(() => randomBytes(8).toString('hex'));
  const alive = (pid) => { try { process.kill(pid, 0); return true; } catch { return false; } };
  for (let at = 0; at < Number(rounds); at++) {
    await withLock(folder, 'a.lock', { owner, clock: systemClock, waitMs: 60_000 }, async () => {
      const inside = Number(await readFile(path + '/inside', 'utf8'));
      if (inside > 0 && alive(inside)) await appendFile(path + '/violations', inside + ' ' + process.pid + '\\n');
      await folder.writeAtomic('inside', String(process.pid));
      await folder.writeAtomic('inside', '0');
    });
    if (at === 0) console.log('inside');
  }
`;

test('holders killed in the middle of their work are succeeded by exactly one', async () => {
  await writeFile(join(folder.path, 'inside'), '0');
  const survivors = [0, 1].map(() => startScript(GUARD, { args: [folder.path, String(runs(60, 150))] }));
  const ends = survivors.map(finished);
  for (let round = 0; round < runs(3, 8); round++) {
    const victim = startScript(GUARD, { args: [folder.path, '1000000'] });
    const ended = finished(victim);
    await says(victim, 'inside');
    victim.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
  }
  for (const end of await Promise.all(ends)) expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(await withLock(folder, 'a.lock', options(), async () => 'free')).toBe('free');
  expect(await folder.read('violations', 10_000)).toEqual({ found: false, why: 'missing' });
});
