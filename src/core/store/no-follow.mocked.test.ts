/** Links where the system has no flag against following them, as on Windows. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { systemClock } from '../clock.ts';
import { type Folder, openFolder } from './folder.ts';
import { openJournal } from './journal.ts';
import { processOwner } from './lock-file.ts';
import { openPlain } from './plain-file.ts';

/** What happens to the file between the look at its name and the opening. */
let beforeOpening: (path: string) => Promise<void> = async () => {};

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const { O_NOFOLLOW: _, O_NONBLOCK: __, ...windows } = real.constants;
  const open: typeof real.open = async (path, ...rest) => {
    if (String(path).endsWith('.jsonl')) await beforeOpening(String(path));
    return await real.open(path, ...rest);
  };
  return { ...real, open, constants: windows };
});

const OUTSIDE = 'of somebody else\n';
const APPENDING = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
let folder: Folder;
let outside: string;
let tokens = 0;

beforeEach(async () => {
  beforeOpening = async () => {};
  const base = temporaryDirectory();
  outside = join(base, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'file'), OUTSIDE);
  folder = await openFolder(join(base, 'inside'), { create: true });
});

const link = (target: string, name: string) => symlinkSync(join(outside, target), join(folder.path, name));

async function journal(maxBytes = 1_000_000) {
  const owner = await processOwner(() => `token-${String(tokens++).padStart(6, '0')}`);
  return openJournal(folder, 'audit.jsonl', { maxBytes, keep: 1, owner, clock: systemClock });
}
const LINE = { timestamp: '2026-01-01T00:00:00.000Z' };

function outsideIsUntouched(): void {
  expect(readdirSync(outside)).toEqual(['file']);
  expect(readFileSync(join(outside, 'file'), 'utf8')).toBe(OUTSIDE);
}

test('the flags are not there', () => {
  expect(constants.O_NOFOLLOW).toBeUndefined();
});

describe.each(['file', 'not-there-yet'])('a link to %s outside', (target) => {
  testWith(LINKS)('gets no line of a log', async () => {
    link(target, 'audit.jsonl');
    await expect((await journal()).append(LINE)).rejects.toMatchObject({ code: 'not_a_file' });
    expect(await (await journal()).read({ limit: 5 })).toEqual([]);
    outsideIsUntouched();
  });

  testWith(LINKS)('is not read', async () => {
    link(target, 'note');
    expect(await folder.read('note', 100)).toEqual({ found: false, why: 'not_a_file' });
    outsideIsUntouched();
  });

  testWith(LINKS)('is no place for a new file', async () => {
    link(target, 'note');
    expect(await folder.createExclusive('note', 'x')).toBe('exists');
    outsideIsUntouched();
  });

  testWith(LINKS)('is itself replaced and removed, not what it leads to', async () => {
    link(target, 'note');
    await folder.writeAtomic('note', 'x');
    expect(await folder.read('note', 100)).toEqual({ found: true, text: 'x' });
    link(target, 'other');
    expect(await folder.remove('other')).toBe('removed');
    outsideIsUntouched();
  });
});

testWith(LINKS)('a link put there between look and opening gets nothing', async () => {
  await (await journal()).append(LINE);
  beforeOpening = async (path) => {
    beforeOpening = async () => {};
    await unlink(path);
    await symlink(join(outside, 'file'), path);
  };
  await expect((await journal()).append(LINE)).rejects.toMatchObject({ code: 'not_a_file' });
  outsideIsUntouched();
});

test('plain files are made, appended to, put aside and read', async () => {
  const log = await journal(100);
  for (let at = 0; at < 7; at++) await log.append({ ...LINE, at });
  expect((await log.read({ limit: 10 })).map(({ at }) => at)).toEqual([3, 4, 5, 6]);
  expect(readdirSync(folder.path)).toEqual(['audit.jsonl', 'audit.jsonl.1']);
  expect(await folder.read('none', 100)).toEqual({ found: false, why: 'missing' });
});

test('a log that another process puts aside while it is opened is opened anew', async () => {
  const log = await journal();
  await log.append({ ...LINE, at: 1 });
  beforeOpening = async (path) => {
    beforeOpening = async () => {};
    await rename(path, `${path}.1`);
  };
  await log.append({ ...LINE, at: 2 });
  expect((await log.read({ limit: 10 })).map(({ at }) => at)).toEqual([1, 2]);
});

test('a name that comes and goes between every look and opening is given up', async () => {
  const path = join(folder.path, 'a.jsonl');
  beforeOpening = async () => {
    if (existsSync(path)) await unlink(path);
    else writeFileSync(path, '');
  };
  expect(await openPlain(path, 'a.jsonl', APPENDING)).toBe('not_a_file');
});
