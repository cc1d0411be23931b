import { expect, test } from 'vitest';
import { unlessHeld } from './held-file.ts';

const refusal = (code: string) => Object.assign(new Error(`${code}: no, rename 'C:\\Users\\x'`), { code });

/** Time passes only while somebody sleeps. */
function windows() {
  const slept: number[] = [];
  const elapsed = () => slept.reduce((sum, ms) => sum + ms, 0);
  return { slept, patience: { waits: true, elapsed, sleep: async (ms: number) => slept.push(ms) } };
}

function refusing(code: string, times: number) {
  const call = async () => {
    call.count++;
    if (call.count <= times) throw refusal(code);
    return 'done';
  };
  call.count = 0;
  return call;
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('%s that passes is waited for', async (code) => {
  const { slept, patience } = windows();
  expect(await unlessHeld('/data/a.md', refusing(code, 4), patience)).toBe('done');
  expect(slept).toEqual([5, 10, 20, 40]);
});

test.each([
  ['EBUSY', 'file_held', 'Another program holds the file: a.md'],
  ['EPERM', 'no_permission', 'Permission was denied, or another program holds the file: a.md'],
  ['EACCES', 'no_permission', 'Permission was denied, or another program holds the file: a.md'],
])(
  '%s that stays is told after a second, with its cause and without the host path',
  async (code, ours, message) => {
    const { slept, patience } = windows();
    const call = refusing(code, 1_000);
    await expect(unlessHeld('/data/a.md', call, patience)).rejects.toMatchObject({
      kind: 'io',
      code: ours,
      message,
      hint: expect.stringContaining('virus scanner'),
      cause: { code },
    });
    const waited = slept.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(1_000);
    expect(waited).toBeLessThan(1_200);
  },
);

test('other failures, and all of them on other systems, are told at once', async () => {
  const { slept, patience } = windows();
  await expect(unlessHeld('a', refusing('ENOENT', 1), patience)).rejects.toMatchObject({ code: 'ENOENT' });
  const elsewhere = { ...patience, waits: false };
  await expect(unlessHeld('a', refusing('EPERM', 1), elsewhere)).rejects.toMatchObject({ code: 'EPERM' });
  expect(slept).toEqual([]);
});
