import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestIndex } from '../../../tests/helpers/code-index.ts';
import { eventually } from '../../../tests/helpers/eventually.ts';
import { gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { systemClock } from '../clock.ts';
import { openFolder, openSqlite, processOwner, withLock } from '../store/index.ts';
import { splitLines } from '../text/index.ts';
import type { SearchableWorkspace } from '../workspace/index.ts';
import { INDEX_FILE, INDEX_SCHEMA } from './storage/sqlite-storage.ts';

const FILES = {
  'src/parser.ts': 'export function parseQuery(text: string) {\n  return text.split("&");\n}\n',
  'src/server.ts': 'import { parseQuery } from "./parser";\n\nexport class Server {\n  listen() {}\n}\n',
  'docs/guide.md': '# Guide\n\nHow to start the server and make it listen.\n',
  'README.md': '# Harbour\n\nA harbour master for ships.\n',
};

const CLOSED = { refused: 'outside', reason: '', hint: '' } as const;
const DONE = { durationMs: expect.any(Number), timestamp: expect.any(Number) };

describe('listing all files', () => {
  it('is done from memory after a search, and sees at once what comes and goes', async () => {
    const root = repository({ ...FILES, 'logo.png': '\u0000\u0001' });
    let listings = 0;
    const { index, find } = await openTestIndex(root, {
      seen: (workspace) => ({
        ...workspace,
        files: (options) => {
          listings++;
          return workspace.files(options);
        },
      }),
    });
    await find('harbour');
    await eventually(async () => {
      await find('harbour');
      const before = listings;
      const files = await index.files();
      expect({ files, listings }).toEqual({
        files: [...Object.keys(FILES), 'logo.png'].sort(),
        listings: before,
      });
    });
    const files = await index.files();
    write(root, { 'README.md': '# Harbour\n' });
    expect(await index.files()).toBe(files);
    write(root, { 'src/new.ts': 'const tide = 1;\n' });
    rmSync(join(root, 'docs/guide.md'));
    expect(await index.files()).toEqual([
      'README.md',
      'logo.png',
      'src/new.ts',
      'src/parser.ts',
      'src/server.ts',
    ]);
  });
});

describe('refreshing', () => {
  it('counts what came, changed and went, and reads only what changed', async () => {
    const root = repository(FILES);
    const { index, find } = await openTestIndex(root, { built: false });
    expect(await index.refresh()).toEqual({ added: 4, updated: 0, removed: 0, ...DONE });
    expect(await index.refresh()).toEqual({ added: 0, updated: 0, removed: 0, ...DONE });
    write(root, { 'src/parser.ts': 'export function parseAnchor() {}\n', 'src/new.ts': 'const tide = 1;\n' });
    rmSync(join(root, 'README.md'));
    expect(await index.refresh()).toEqual({ added: 1, updated: 1, removed: 1, ...DONE });
    expect((await find('parseAnchor'))[0]).toBe('src/parser.ts');
    expect(await find('harbour master')).toEqual([]);
  });

  it('takes a file that was only touched for what it is', async () => {
    const root = repository(FILES);
    const { index } = await openTestIndex(root, { built: false });
    await index.refresh();
    utimesSync(join(root, 'README.md'), new Date(), new Date());
    expect(await index.refresh()).toMatchObject({ added: 0, updated: 0, removed: 0 });
  });

  it('reads everything again when forced', async () => {
    const { index, find } = await openTestIndex(repository(FILES), { built: false });
    await index.refresh();
    expect(await index.refresh({ force: true })).toMatchObject({ added: 0, updated: 4, removed: 0 });
    expect(await find('harbour')).toEqual(['README.md']);
    expect(await index.status()).toMatchObject({ state: 'ready', indexedFileCount: 4 });
  });

  it('tries a file again that another program held, though nothing about it changed', async () => {
    const root = repository(FILES);
    let isHeld = true;
    const held = { refused: 'unreadable', reason: '', hint: '' } as const;
    const { index, find, dataDir, close } = await openTestIndex(root, {
      seen: (workspace) => ({
        ...workspace,
        readTextSync: (path, options) =>
          isHeld && path === 'README.md' ? held : workspace.readTextSync(path, options),
      }),
    });
    expect(await find('harbour')).toEqual([]);
    const { sizeBytes } = await index.status();
    for (let times = 0; times < 3; times++)
      expect(await index.refresh()).toMatchObject({ added: 0, updated: 0, removed: 0 });
    expect(await index.status()).toMatchObject({ indexedFileCount: 3, sizeBytes });
    isHeld = false;
    await index.refresh();
    expect(await find('harbour')).toEqual(['README.md']);
    await close();
    const again = await openTestIndex(root, { dataDir });
    expect(await again.find('harbour')).toEqual(['README.md']);
  });

  describe('where no file can be opened', () => {
    let isClosed = false;
    const seen = (workspace: SearchableWorkspace): SearchableWorkspace => ({
      ...workspace,
      readTextSync: (path, options) =>
        isClosed && path !== 'kept.txt' ? CLOSED : workspace.readTextSync(path, options),
    });

    it.each([{ force: true }, { force: false }])('fails and keeps what it knew: %j', async ({ force }) => {
      isClosed = false;
      const root = repository(FILES);
      const { index, find } = await openTestIndex(root, { seen });
      isClosed = true;
      rmSync(join(root, 'docs/guide.md'));
      for (const path of ['src/parser.ts', 'src/server.ts', 'README.md'])
        utimesSync(join(root, path), new Date(), new Date(1_000));
      await expect(index.refresh({ force })).rejects.toMatchObject({
        code: 'nothing_readable',
        message: 'None of the 3 files here could be opened; the index is left as it was.',
      });
      expect(await index.status()).toMatchObject({ state: 'ready', indexedFileCount: 4 });
      isClosed = false;
      expect(await find('harbour')).toEqual(['README.md']);
    });

    it('loses only the closed ones if one can be read', async () => {
      isClosed = false;
      const root = repository({ ...FILES, 'kept.txt': 'lighthouse\n' });
      const { index } = await openTestIndex(root, { seen });
      isClosed = true;
      expect(await index.refresh({ force: true })).toMatchObject({ updated: 1, removed: 4 });
    });

    it('takes files away that are gone, all of them too', async () => {
      isClosed = false;
      const root = repository(FILES);
      const { index } = await openTestIndex(root, { seen });
      for (const path of Object.keys(FILES)) rmSync(join(root, path));
      expect(await index.refresh()).toMatchObject({ removed: 4 });
    });

    it('fails if the root itself is gone', async () => {
      isClosed = false;
      const root = repository(FILES);
      const { index } = await openTestIndex(root, { seen });
      renameSync(root, `${root}-away`);
      await expect(index.refresh()).rejects.toMatchObject({ code: 'root_gone' });
      renameSync(`${root}-away`, root);
      expect(await index.status()).toMatchObject({ state: 'ready', indexedFileCount: 4 });
    });
  });

  it('leaves out what is binary, too large, denied or ignored', async () => {
    const root = gitRepository({
      'kept.txt': 'lighthouse\n',
      'huge.txt': `lighthouse ${'x '.repeat(2_000)}`,
      '.env': 'KEY=lighthouse\n',
      'private/secrets.yml': 'lighthouse: 1\n',
      'house/rules.txt': 'lighthouse\n',
      'build/out.js': 'lighthouse()\n',
      '.gitignore': 'build/\n',
    });
    writeFileSync(join(root, 'image.bin'), Buffer.from('lighthouse\0\x01\x02'));
    const { index, find } = await openTestIndex(root, {
      maxFileBytes: 2_000,
      extraDeny: ['house/**'],
      built: false,
    });
    expect(await index.refresh()).toMatchObject({ added: 1 });
    expect(await find('lighthouse')).toEqual(['kept.txt']);
    expect((await index.status()).indexedFileCount).toBe(1);
    expect(await index.refresh()).toMatchObject({ added: 0, updated: 0, removed: 0 });
  });

  it('drops a file that became too large or binary', async () => {
    const root = repository({ 'a.txt': 'buoy one\n', 'b.txt': 'buoy two\n' });
    const { index, find } = await openTestIndex(root, { maxFileBytes: 1_000, built: false });
    await index.refresh();
    writeFileSync(join(root, 'a.txt'), `buoy ${'x '.repeat(1_000)}`);
    writeFileSync(join(root, 'b.txt'), Buffer.from('buoy\0'));
    await index.refresh();
    expect(await find('buoy')).toEqual([]);
    expect((await index.status()).indexedFileCount).toBe(0);
  });

  it('tells how far it is and stops when told to', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`f/${i}.ts`, `const x${i} = ${i};\n`.repeat(99)]),
    );
    const { index } = await openTestIndex(repository(files), { built: false });
    const stop = new AbortController();
    const seen: number[] = [];
    const progress = ({ done, total }: { done: number; total: number }) => {
      expect(total).toBe(300);
      seen.push(done);
      if (done > 0) stop.abort();
    };
    await expect(index.refresh({ signal: stop.signal, progress })).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(seen[0]).toBe(0);
    expect((await index.status()).state).not.toBe('ready');
    expect(await index.refresh()).toMatchObject({ added: 300 - (seen[1] ?? 0) });
    expect(await index.status()).toMatchObject({ state: 'ready', indexedFileCount: 300 });
  });

  it('tells how far another process is while it waits for that one', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`f/${i}.ts`, `const x${i} = ${i};\n`.repeat(99)]),
    );
    const { index, dataDir } = await openTestIndex(repository(files), { built: false });
    const stop = new AbortController();
    const stopLater = ({ done }: { done: number }) => done > 0 && stop.abort();
    await expect(index.refresh({ signal: stop.signal, progress: stopLater })).rejects.toThrow();
    const folder = await openFolder(dataDir, { create: true });
    const owner = await processOwner(() => 'another-process');
    const reports: unknown[] = [];
    let running: Promise<unknown> | undefined;
    await withLock(folder, 'index.lock', { owner, clock: systemClock, waitMs: 60_000 }, async () => {
      running = index.refresh({ progress: (far) => reports.push(far) });
      await eventually(() =>
        expect(reports).toContainEqual(expect.objectContaining({ byOther: true, total: 300 })),
      );
    });
    await running;
    expect(reports.at(-1)).toMatchObject({ doneBytes: expect.any(Number) });
    expect(await index.status()).toMatchObject({ state: 'ready', indexedFileCount: 300 });
  });
});

describe('searching', () => {
  it('shows the lines of the file, the symbol and the words that matched', async () => {
    const { index } = await openTestIndex(repository(FILES));
    const { hits, warnings } = await index.search('parseQuery', { mode: 'bm25', topK: 5 });
    expect(warnings).toEqual([]);
    expect(hits[0]).toMatchObject({
      path: 'src/parser.ts',
      startLine: 1,
      text: splitLines(FILES['src/parser.ts']).slice(0, hits[0]!.endLine).join('\n'),
      symbol: { name: 'parseQuery', kind: 'function', line: 1 },
    });
    expect(hits[0]!.matchedTerms).toContain('parsequery');
  });

  it('keeps to a glob', async () => {
    const { find } = await openTestIndex(repository(FILES));
    expect((await find('server listen')).sort()).toEqual(['docs/guide.md', 'src/server.ts']);
    expect(await find('server listen', { fileGlob: 'docs/**' })).toEqual(['docs/guide.md']);
  });

  it('sees an edit, a new file, a rename and a removal at the next search', async () => {
    const root = repository(FILES);
    const { find } = await openTestIndex(root);
    await find('harbour');
    write(root, { 'README.md': '# Harbour\n\nNow with a drawbridge.\n' });
    expect(await find('drawbridge')).toEqual(['README.md']);
    expect(await find('ships')).toEqual([]);
    write(root, { 'src/crane.ts': 'export const crane = "drawbridge";\n' });
    expect((await find('drawbridge')).sort()).toEqual(['README.md', 'src/crane.ts']);
    renameSync(join(root, 'src/crane.ts'), join(root, 'src/winch.ts'));
    expect((await find('drawbridge')).sort()).toEqual(['README.md', 'src/winch.ts']);
    rmSync(join(root, 'src/winch.ts'));
    expect(await find('drawbridge')).toEqual(['README.md']);
  });

  it('sees new directories, and what an ignore file takes away', async () => {
    const root = gitRepository(FILES);
    const { find } = await openTestIndex(root);
    write(root, { 'deep/down/pump.ts': 'export const bilge = 1;\n' });
    // A directory is listed in the background, for which a search waits only so long.
    await eventually(async () => expect(await find('bilge')).toEqual(['deep/down/pump.ts']));
    write(root, { '.gitignore': 'deep/\n' });
    await eventually(async () => expect(await find('bilge')).toEqual([]));
  });

  it('sees what was changed while nobody had the index open', async () => {
    const root = repository(FILES);
    const first = await openTestIndex(root);
    await first.find('harbour');
    await first.close();
    write(root, {
      'README.md': '# Harbour\n\nNow with a drawbridge.\n',
      'src/crane.ts': 'const drawbridge = 1;\n',
    });
    rmSync(join(root, 'docs/guide.md'));
    const second = await openTestIndex(root, { dataDir: first.dataDir, built: false });
    await eventually(async () =>
      expect((await second.find('drawbridge')).sort()).toEqual(['README.md', 'src/crane.ts']),
    );
    expect(await second.find('start')).toEqual([]);
    expect((await second.index.status()).indexedFileCount).toBe(4);
  });

  it('never shows a line that is not there, however fast the file changes', async () => {
    const root = repository({ 'log.txt': 'mooring 0\n', 'other.txt': 'mooring here\n' });
    const { index } = await openTestIndex(root);
    for (let n = 1; n <= 60; n++) {
      const lines = [...Array.from({ length: n % 7 }, (_, i) => `pad ${i}`), `mooring ${n}`];
      writeFileSync(join(root, 'log.txt'), `${lines.join('\n')}\n`);
      const { hits } = await index.search('mooring', { mode: 'bm25', topK: 5 });
      const hit = hits.find(({ path }) => path === 'log.txt');
      expect(hit?.text).toBe(
        splitLines(readFileSync(join(root, 'log.txt'), 'utf8'))
          .slice(hit!.startLine - 1, hit!.endLine)
          .join('\n'),
      );
      expect(hit?.text).toContain(`mooring ${n}`);
    }
  });

  it('answers the same after edits as an index built anew', async () => {
    const root = repository(FILES);
    const grown = await openTestIndex(root);
    for (let n = 0; n < 40; n++) {
      write(root, {
        [`src/part-${n % 9}.ts`]: `export function part${n}() {\n  return parseQuery(${n});\n}\n`,
      });
      if (n % 5 === 0) rmSync(join(root, `src/part-${n % 9}.ts`));
      await grown.find('parseQuery');
    }
    const fresh = await openTestIndex(root);
    for (const query of ['parseQuery', 'part', 'export function', 'server listen', 'part36 return'])
      expect(await grown.index.search(query, { mode: 'bm25', topK: 50 })).toEqual(
        await fresh.index.search(query, { mode: 'bm25', topK: 50 }),
      );
  });

  it('does not depend on the number of threads', async () => {
    const words = ['anchor', 'buoy', 'chart', 'dock', 'ebb', 'fog'];
    const files = Object.fromEntries(
      Array.from({ length: 240 }, (_, i) => [
        `d${i % 7}/f${i}.ts`,
        Array.from(
          { length: 60 },
          (_, n) => `const ${words[(i * n) % 6]}${n % 5} = ${words[(i + n) % 6]};`,
        ).join('\n'),
      ]),
    );
    const root = repository(files);
    const [one, three] = [
      await openTestIndex(root, { threads: 1 }),
      await openTestIndex(root, { threads: 3 }),
    ];
    // A slow machine may still be catching up when the answer is due, which the answer says.
    for (const query of ['anchor buoy', 'fog4', 'dock chart ebb', 'd3 f10'])
      await eventually(async () =>
        expect(await one.index.search(query, { mode: 'bm25', topK: 30 })).toEqual(
          await three.index.search(query, { mode: 'bm25', topK: 30 }),
        ),
      );
  });
});

describe('the database', () => {
  it('lies in a directory that git ignores', async () => {
    const root = gitRepository(FILES);
    const { find } = await openTestIndex(root, { dataDir: join(root, '.repo_mcp') });
    expect(await find('harbour')).toEqual(['README.md']);
    expect(execFileSync('git', ['-C', root, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('');
  });

  it('is set aside and built anew when a block turns out to be damaged', async () => {
    const root = repository(FILES);
    const first = await openTestIndex(root);
    await first.find('harbour');
    await first.close();
    const folder = await openFolder(first.dataDir, { create: true });
    const { database } = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
    database.exec("UPDATE block SET data = CAST(substr(data, 1, 20) || 'x' || substr(data, 22) AS BLOB)");
    database.close();
    const second = await openTestIndex(root, { dataDir: first.dataDir });
    expect(await second.find('harbour')).toEqual(['README.md']);
    expect(await second.index.status()).toMatchObject({ state: 'ready', indexedFileCount: 4 });
  });

  it('is set aside and built anew when its pages are damaged', async () => {
    const root = repository(FILES);
    const first = await openTestIndex(root);
    await first.find('harbour');
    await first.close();
    const file = join(first.dataDir, 'index.sqlite');
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0x5a, 4_096));
    const second = await openTestIndex(root, { dataDir: first.dataDir });
    expect(await second.find('harbour')).toEqual(['README.md']);
    expect((await second.index.status()).state).toBe('ready');
  });

  it('is set aside and built anew when the damage is met by a refresh in the background', async () => {
    const root = repository(FILES);
    const first = await openTestIndex(root);
    await first.close();
    const folder = await openFolder(first.dataDir, { create: true });
    const { database } = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
    database.exec("UPDATE meta SET value = 0 WHERE name = 'segments'");
    database.close();
    write(root, { 'src/crane.ts': 'export const crane = 1;\n' });
    const second = await openTestIndex(root, { dataDir: first.dataDir, built: false });
    await eventually(async () => expect(await second.find('crane')).toEqual(['src/crane.ts']));
    await eventually(async () => expect((await second.index.status()).state).toBe('ready'));
    await second.close();
    const third = await openTestIndex(root, { dataDir: first.dataDir, built: false });
    expect(await third.index.status()).toMatchObject({ state: 'ready', indexedFileCount: 5 });
  });

  it('is built anew when another program wrote it', async () => {
    const root = repository(FILES);
    const first = await openTestIndex(root);
    await first.close();
    await writeFile(join(first.dataDir, 'index.sqlite'), 'not a database at all, but long enough'.repeat(9));
    const second = await openTestIndex(root, { dataDir: first.dataDir, built: false });
    expect((await second.index.status()).state).toBe('schema_mismatch');
    await second.index.refresh();
    expect(await second.find('harbour')).toEqual(['README.md']);
    expect((await second.index.status()).state).toBe('ready');
  });

  it('is built anew when an older release wrote it', async () => {
    const root = repository(FILES);
    const first = await openTestIndex(root);
    await first.close();
    const folder = await openFolder(first.dataDir, { create: true });
    const { database } = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
    database.exec('PRAGMA user_version = 1');
    database.close();
    const second = await openTestIndex(root, { dataDir: first.dataDir, built: false });
    expect((await second.index.status()).state).toBe('schema_mismatch');
    expect(await second.index.refresh()).toMatchObject({ added: 4 });
    expect(await second.find('harbour')).toEqual(['README.md']);
  });

  it('is shared: what one process indexed, another finds', async () => {
    const root = repository(FILES);
    const one = await openTestIndex(root, { built: false });
    const two = await openTestIndex(root, { dataDir: one.dataDir, built: false });
    const both = await Promise.all([one.index.refresh(), two.index.refresh()]);
    expect(both.map(({ added }) => added).sort()).toEqual([0, 4]);
    write(root, { 'src/crane.ts': 'export const crane = 1;\n' });
    expect(await one.find('crane')).toEqual(['src/crane.ts']);
    expect(await two.find('crane')).toEqual(['src/crane.ts']);
    await one.close();
    expect(await two.find('crane')).toEqual(['src/crane.ts']);
    expect((await two.index.status()).indexedFileCount).toBe(5);
  });
});

describe('grep', () => {
  const query = (pattern: string) => ({
    pattern,
    caseSensitive: true,
    contextLines: 0,
    limit: 10,
    maxLineLength: 100,
  });

  it('sees an edit as the search by words does', async () => {
    const root = repository(FILES);
    const { index, find } = await openTestIndex(root);
    write(root, { 'src/parser.ts': 'export function parseAnchor() {}\n' });
    expect(await index.grep(query('parseAnchor'))).toMatchObject({ matches: [{ path: 'src/parser.ts' }] });
    expect(await index.grep(query('parseQuery'))).toMatchObject({ matches: [{ path: 'src/server.ts' }] });
    expect((await find('parseAnchor'))[0]).toBe('src/parser.ts');
  });

  it('needs no index: neither makes one nor fails where none can be', async () => {
    const root = repository(FILES);
    const unmade = join(temporaryDirectory(), 'data');
    const { index } = await openTestIndex(root, { built: false, dataDir: unmade });
    expect(await index.grep(query('harbour'))).toMatchObject({ totalMatches: 1 });
    await index.close();
    expect(existsSync(unmade)).toBe(false);
    writeFileSync(unmade, 'no directory');
    const { index: other } = await openTestIndex(root, { built: false, dataDir: unmade });
    await expect(other.status()).rejects.toThrow();
    expect(await other.grep(query('harbour'))).toMatchObject({ totalMatches: 1 });
  });
});

describe('the place within a file', () => {
  const filler = (from: number) =>
    Array.from({ length: 60 }, (_, at) => `export const berth${from + at} = ${from + at};`).join('\n');
  const TIDES = [
    ...Array.from({ length: 30 }, (_, at) => `import { tide${at}, surge } from './tide-surge-${at}.ts';`),
    '',
    filler(100),
    '',
    'export function surgeOfTide(level: number) {',
    '  const tide = level - mean;',
    '  return tide > limit ? surge(tide) : 0;',
    '}',
    '',
    filler(300),
    '',
    'export function warnOfSurge(level: number) {',
    '  if (surgeOfTide(level) > 0) tell("a surge rides on the tide");',
    '}',
  ].join('\n');

  it('is the code that answers, not the imports that hold as many of the words', async () => {
    const { index } = await openTestIndex(repository({ 'src/tides.ts': TIDES, ...FILES }));
    const { hits } = await index.search('surge on the tide', { mode: 'bm25', topK: 1 });
    const [hit] = hits;
    const lines = TIDES.split('\n');
    const shown = lines.slice((hit?.focus.startLine ?? 0) - 1, hit?.focus.endLine).join('\n');
    expect(shown).not.toContain('import');
    expect(shown).toMatch(/surgeOfTide/);
    expect(hit?.focus.endLine).toBeLessThanOrEqual(hit?.endLine ?? 0);
  });

  it('comes with a second one, whose lines are those of the file', async () => {
    const { index } = await openTestIndex(repository({ 'src/tides.ts': TIDES, ...FILES }));
    const { hits } = await index.search('surge on the tide', { mode: 'bm25', topK: 1 });
    const [hit] = hits;
    const further = hit?.further;
    expect(further?.text).toBe(
      TIDES.split('\n')
        .slice((further?.startLine ?? 0) - 1, further?.endLine)
        .join('\n'),
    );
    expect(further?.startLine).not.toBe(hit?.focus.startLine);
    expect(`${hit?.text}${further?.text}`).toContain('warnOfSurge(level');
  });
});

describe('words', () => {
  it('of one letter are names', async () => {
    const { find } = await openTestIndex(
      repository({ 'src/point.py': 'def x(point):\n    return point[0]\n', 'src/z.py': 'pass\n', ...FILES }),
    );
    expect(await find('x')).toEqual(['src/point.py']);
    expect(await find('z')).toEqual(['src/z.py']);
  });

  it('that end in s are found from their plurals, and the other way round', async () => {
    const { find } = await openTestIndex(
      repository({ 'src/a.ts': 'draw(canvas);\n', 'src/b.ts': 'join(matrices);\n', ...FILES }),
    );
    expect(await find('canvases')).toEqual(['src/a.ts']);
    expect(await find('matrix')).toEqual(['src/b.ts']);
  });
});
