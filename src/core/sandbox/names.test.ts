/** Names as Linux, macOS and Windows take them: what may be asked for by another spelling, and what stays closed by any. */
import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelDisk, SYSTEMS, type System, shortName } from '../../../tests/helpers/model-disk.ts';
import { createBoundary } from './boundary.ts';
import { foldsNames } from './host-names.ts';
import { isRefusal } from './refusal.ts';

const OPEN = [
  'src/Main.ts',
  'src/deep/long file name.test.ts',
  'docs/r\u00e9sum\u00e9.md',
  'docs/na\u0308he.md',
  'src/2024/1.md',
];
const CLOSED = [
  '.git/config',
  '.env',
  'src/.env.local',
  'keys/id_rsa',
  'keys/server.pem',
  'src/.aws/credentials',
  '.repo_mcp/audit.jsonl',
];

function place(system: System) {
  const { path } = system;
  const root = path === posix ? '/projects/repo' : 'C:\\projects\\repo';
  const disk = modelDisk(system, [
    ...[...OPEN, ...CLOSED].map((file) => `projects/repo/${file}`),
    'projects/repo-other/secret.txt',
    'projects/secret.txt',
    'etc/passwd',
  ]);
  const boundary = createBoundary({ root, dataDir: path.join(root, '.repo_mcp') }, disk);
  const answer = (asked: string) => {
    const resolved = boundary.resolve(asked);
    return isRefusal(resolved) ? resolved.refused : resolved;
  };
  return { root, disk, boundary, answer };
}

const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
const eachSegment = (change: (name: string) => string) => (path: string) =>
  path.split('/').map(change).join('/');
const asShort = eachSegment((name) => shortName(name) ?? name);

describe.each(Object.entries(SYSTEMS))('%s', (_, system) => {
  const { path, folds, shortNames } = system;
  const { root, disk, boundary, answer } = place(system);
  const isWindows = path !== posix;

  test('whether names are folded is found by asking', () => {
    expect(foldsNames(disk, root)).toBe(folds);
  });

  test('every file is found by its own name, from the root and from the top', () => {
    for (const file of OPEN) {
      expect(answer(file)).toBe(file);
      expect(answer(file.replaceAll('/', '\\'))).toBe(file);
      expect(answer(path.join(root, file))).toBe(file);
    }
  });

  test('another spelling is answered with the name on disk where it leads to the file', () => {
    for (const respelled of [
      swapCase,
      (text: string) => text.normalize('NFC'),
      (text: string) => text.normalize('NFD'),
    ])
      for (const file of OPEN) {
        expect(answer(respelled(file))).toBe(folds ? file : respelled(file));
        if (folds) expect(answer(path.join(swapCase(root), respelled(file)))).toBe(file);
      }
    expect(answer(swapCase('src/New.ts'))).toBe(folds ? 'src/nEW.TS' : 'SRC/nEW.TS');
  });

  test('a short name is answered with the long one where it leads to the file', () => {
    const long = 'src/deep/long file name.test.ts';
    expect(answer('src/deep/LONGFI~1.TS')).toBe(shortNames ? long : 'src/deep/LONGFI~1.TS');
    expect(answer('src/deep/longfi~2.ts')).toBe('src/deep/longfi~2.ts');
  });

  test('what is closed is closed by every name that leads to it', () => {
    for (const file of CLOSED) {
      const spellings = [
        file,
        swapCase(file),
        asShort(file),
        asShort(file).toLowerCase(),
        eachSegment((name) => `${name}.`)(file),
        eachSegment((name) => `${name} `)(file),
        `${file}::$DATA`,
        `${file}:x`,
      ];
      for (const asked of spellings) {
        if (typeof disk.find(path.join(root, asked)) !== 'object') continue;
        // Windows refuses dots and blanks at the end, and streams, whatever they belong to.
        const expected = isWindows && /[. :]/.test(asked.slice(file.length)) ? 'malformed' : 'denied';
        expect([asked, answer(asked)]).toEqual([asked, expected]);
      }
      expect(answer(file)).toBe('denied');
      expect(boundary.isDenied(file)).toBe(true);
      if (folds) expect(boundary.isDenied(swapCase(file))).toBe(true);
      // A name that came from elsewhere than resolve().
      if (shortNames) expect(boundary.isDenied(asShort(file))).toBe(true);
    }
  });

  const pieces = fc.constantFrom(
    ...[
      '..',
      '.',
      '',
      ' ',
      '~',
      'C:',
      'c:',
      'D:',
      'C:x',
      'c:\\x',
      '\\\\server\\share',
      '\\\\?\\C:\\projects\\repo',
      '\\\\.\\pipe',
    ],
    ...[
      '\\\\?\\',
      '\\\\.\\',
      '//?/C:',
      '::$DATA',
      ':x',
      '.env::$DATA',
      'GIT~1',
      'ENV~1',
      'REPO_M~1',
      'AUDIT~1.JSO',
      '%2e%2e',
    ],
    ...[
      'CON',
      'con.txt',
      'NUL',
      'NUL.txt',
      'nul .txt',
      'COM1',
      'LPT\u00b9',
      'lpt9.log',
      'AUX',
      'conin$',
      'PRN:',
    ],
    ...[
      '.git.',
      '.git ',
      '.GIT',
      '.ENV',
      'ID_RSA',
      '.Repo_MCP',
      '.env. .',
      '\uff0eenv',
      'ID_R\u017fA',
      'id_rsa:$DATA',
    ],
    ...[
      'projects',
      'WORK',
      'repo',
      'REPO',
      'repo-other',
      'secret.txt',
      'etc',
      'passwd',
      'keys',
      'KEYS',
      'src',
      'SRC',
      'docs',
    ],
    ...[
      root,
      swapCase(root),
      `${root}-other`,
      path.dirname(root),
      'config',
      'credentials',
      '.aws',
      'audit.jsonl',
    ],
    ...[...OPEN, ...CLOSED].flatMap((file) => [
      file,
      ...file.split('/'),
      swapCase(file),
      asShort(file),
      file.normalize('NFD'),
    ]),
  );
  const asked = fc.oneof(
    fc
      .tuple(
        fc.array(pieces, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('/', '\\', '//', '\\\\', '', '/./', '. /'),
      )
      .map(([parts, glue]) => parts.join(glue)),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const closed = new Set(CLOSED.map((file) => path.join(root, file)));

  test('no string leads out, to a device or to what is closed, and what is there is answered by its own name', () => {
    let accepted = 0;
    fc.assert(
      fc.property(asked, (input) => {
        const resolved = boundary.resolve(input);
        if (isRefusal(resolved)) return;
        const found = disk.find(boundary.hostPath(resolved));
        expect(typeof found).not.toBe('string');
        expect(boundary.resolve(resolved)).toBe(resolved);
        if (typeof found !== 'object') return;
        accepted++;
        expect(closed.has(found.place)).toBe(false);
        expect(path.join(root, resolved)).toBe(resolved === '.' ? `${found.place}` : found.place);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test('a legal name that is not there comes back as it was asked for', () => {
    const name = fc
      .stringMatching(/^[\w\u00e4\u00f6 @+=,-][\w\u00e4\u00f6 .@+=,-]{0,10}[\w\u00e4\u00f6]$/)
      .filter((text) => text.trim() === text);
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('/', '\\'),
        (segments, glue) => {
          const wanted = ['new', ...segments].join('/');
          if (
            boundary.isDenied(wanted) ||
            segments.some((each) => /^(?:con|prn|aux|nul|com.|lpt.)(?:\.|$)/i.test(each))
          )
            return;
          expect(boundary.resolve(['new', ...segments].join(glue))).toBe(wanted);
          expect(boundary.resolve(path.join(root, 'new', ...segments))).toBe(wanted);
        },
      ),
    );
  });
});

describe('a root behind a link at the top, as /tmp of macOS or /home of some Linux', () => {
  const files = [
    'private/tmp/repo/src/a.ts',
    'private/tmp/repo/.env',
    'private/tmp/other/a.ts',
    'etc/passwd',
  ];
  const links = { tmp: '/private/tmp', var: '/private/var', all: '/', etcetera: '/etc' };

  test.each(Object.entries(SYSTEMS).filter(([, { path }]) => path === posix))('%s', (_, system) => {
    const boundary = createBoundary({ root: '/private/tmp/repo' }, modelDisk(system, files, links));
    for (const asked of ['/tmp/repo/src/a.ts', '/private/tmp/repo/src/a.ts', 'src/a.ts'])
      expect(boundary.resolve(asked)).toBe('src/a.ts');
    expect(boundary.resolve('/tmp/repo')).toBe('.');
    for (const [asked, refused] of [
      ['/tmp/repo/.env', 'denied'],
      ['/tmp/other/a.ts', 'absolute'],
      ['/tmp/repository/a.ts', 'absolute'],
      ['/tmp', 'absolute'],
      ['/etcetera/passwd', 'absolute'],
      ['/tmp/repo/../other/a.ts', 'traversal'],
      ['//tmp/repo/src/a.ts', 'absolute'],
    ])
      expect([asked, boundary.resolve(asked ?? '')]).toEqual([asked, expect.objectContaining({ refused })]);
  });
});
