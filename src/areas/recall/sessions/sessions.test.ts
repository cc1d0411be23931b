import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finished, says, startScript } from '../../../../tests/helpers/processes.ts';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { createLogger } from '../../../core/logger.ts';
import { openDataDirectory } from '../../../core/store/index.ts';
import { contextScore } from './session-store.ts';
import { openSessions, type Sessions } from './sessions.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 1, 13, 10);

let dataDir: string;
let now: number;
let words: number;
let opened: Sessions[];
let warnings: string[];

beforeEach(async () => {
  dataDir = join(temporaryDirectory(), 'data');
  now = START;
  words = 0;
  opened = [];
  warnings = [];
});
afterEach(async () => {
  for (const sessions of opened) await sessions.close();
});

function open(name = 's'): Sessions {
  const sessions = openSessions({
    folder: () => openDataDirectory(dataDir),
    clock: { now: () => now, elapsed: () => now },
    log: createLogger(
      'warn',
      (line) => warnings.push(line),
      () => now,
    ),
    token: () => `${name}${words++}`,
  });
  opened.push(sessions);
  return sessions;
}

describe('a session', () => {
  it('remembers what was called, read, searched and discovered', async () => {
    const sessions = open();
    sessions.toolCalled();
    sessions.fileRead('src/a.ts');
    now += MINUTE;
    sessions.toolCalled();
    sessions.fileRead('src/b.ts');
    sessions.fileRead('src/a.ts');
    sessions.searched('token refresh');
    sessions.discovered('00012');
    expect(await sessions.current()).toEqual({
      id: 's0',
      startedMs: START,
      lastMs: START + MINUTE,
      endedMs: undefined,
      status: 'active',
      toolCalls: 2,
      files: [
        { path: 'src/a.ts', reads: 2 },
        { path: 'src/b.ts', reads: 1 },
      ],
      fileCount: 2,
      searches: ['token refresh'],
      discoveries: ['00012'],
    });
    expect(await sessions.ofDiscoveries(['00012', '00013'])).toEqual(
      new Map([['00012', { session: 's0', atMs: START + MINUTE }]]),
    );
  });

  it('does not exist before something is done, and leaves no file until then', async () => {
    const sessions = open();
    expect(await sessions.current()).toBeUndefined();
    await sessions.close();
    await expect(readFile(join(dataDir, 'sessions.sqlite'))).rejects.toThrow();
  });

  it('ends after thirty idle minutes, and the next call begins another', async () => {
    const sessions = open();
    sessions.toolCalled();
    now += 31 * MINUTE;
    expect(await sessions.current()).toBeUndefined();
    sessions.toolCalled();
    expect(await sessions.recent(10)).toMatchObject([
      { id: 's1', status: 'active' },
      { id: 's0', status: 'completed', endedMs: START },
    ]);
  });

  it('ends when the server closes', async () => {
    const first = open('first');
    first.toolCalled();
    await first.close();
    expect(await open('second').recent(10)).toMatchObject([{ id: 'first0', status: 'completed' }]);
  });

  it('is archived after a week and no longer shown', async () => {
    const first = open();
    first.searched('old question');
    first.fileRead('src/a.ts');
    await first.close();
    now += 8 * DAY;
    const second = open();
    expect(await second.recent(10)).toEqual([]);
    expect(await second.documents()).toEqual([]);
  });

  it('can be found again by what it was about', async () => {
    const first = open('first');
    first.searched('token refresh');
    first.fileRead('src/auth/token.ts');
    await first.close();
    const second = open('second');
    second.searched('something else');
    const third = open('third');
    third.searched('only a question');
    await third.close();
    expect(await second.documents()).toEqual([
      {
        id: 'first0',
        source: 'session',
        date: '2026-02-13T10:00:00.000Z',
        title: 'Session of 2026-02-13T10:00:00.000Z',
        text: 'Searched: token refresh\nRead: src/auth/token.ts',
      },
    ]);
  });
});

describe('the store of sessions', () => {
  it('keeps the counts of several servers on one workspace', async () => {
    const [one, two] = [open('one'), open('two')];
    for (let n = 0; n < 20; n++) {
      one.fileRead('src/a.ts');
      two.fileRead('src/a.ts');
    }
    await one.current();
    await two.current();
    expect(await one.items(10)).toEqual([
      { path: 'src/a.ts', reads: 40, lastMs: START, score: contextScore(40, START, START) },
    ]);
    expect(await one.recent(10)).toHaveLength(2);
  });

  it('keeps what was discovered when the session goes on', async () => {
    const sessions = open();
    sessions.discovered('00001');
    await sessions.current();
    for (let n = 0; n < 5; n++) sessions.toolCalled();
    expect((await sessions.current())?.discoveries).toEqual(['00001']);
  });

  it('has all but the last call of a killed process, and ends its session', async () => {
    const script = `
      import { openDataDirectory } from './src/core/store/index.ts';
      import { openSessions } from './src/areas/recall/sessions/sessions.ts';
      const quiet = () => {};
      const sessions = openSessions({
        folder: () => openDataDirectory(process.argv.at(-1)),
        clock: { now: () => ${START}, elapsed: () => 0 },
        log: { debug: quiet, info: quiet, warn: console.error, error: console.error },
        token: () => 'killed',
      });
      for (let n = 0; n < 10; n++) { sessions.fileRead('src/a.ts'); await sessions.current(); }
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const child = startScript(script, { args: [dataDir] });
    const end = finished(child);
    await says(child, 'ready');
    child.kill('SIGKILL');
    await end;
    now += 31 * MINUTE;
    const sessions = open();
    expect(await sessions.recent(10)).toMatchObject([{ id: 'killed', status: 'completed', fileCount: 1 }]);
    expect((await sessions.items(10))[0]?.reads).toBe(10);
  });

  it('goes on without memory when the file is not ours', async () => {
    await open().close();
    const blocked = openSessions({
      folder: () => openDataDirectory(join(dataDir, '..', 'a-file')),
      clock: { now: () => now, elapsed: () => now },
      log: createLogger(
        'warn',
        (line) => warnings.push(line),
        () => now,
      ),
      token: () => 'x',
    });
    await writeFile(join(dataDir, '..', 'a-file'), 'in the way');
    blocked.fileRead('src/a.ts');
    expect(await blocked.current()).toBeUndefined();
    expect(await blocked.recent(5)).toEqual([]);
    expect(await blocked.items(5)).toEqual([]);
    expect(warnings.join()).toContain('session store unusable');
    await blocked.close();
  });
});

describe('the context score', () => {
  it.each([
    [0, 0, 0.6],
    [100, 0, 1],
    [1_000, 0, 1],
    [50, 15 * DAY, 0.5],
    [100, 30 * DAY, 0.4],
    [0, 365 * DAY, 0],
    [0, -DAY, 0.6],
  ])('of %i reads, the last %i ms ago, is %f', (reads, ago, score) => {
    expect(contextScore(reads, START - ago, START)).toBeCloseTo(score, 10);
  });
});
