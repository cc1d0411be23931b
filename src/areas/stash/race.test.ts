import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runs } from '../../../tests/helpers/full-run.ts';
import { finished, modulePath, startScript } from '../../../tests/helpers/processes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { verifies } from '../../../tests/helpers/requirements.ts';

const PROCESSES = runs(4, 8);
const CREATES = runs(15, 50);

const SCRIPT = `
import { openStash } from '${modulePath('src/areas/stash/index.ts')}';
import { openWorkspace } from '${modulePath('src/core/workspace/index.ts')}';
const [root, who, count] = process.argv.slice(2);
const none = async () => [];
const workspace = await openWorkspace({ root, maxFileBytes: 1 << 20 });
const stash = openStash({ workspace, symbolsOf: none, citationsIn: none, citingFiles: none });
for (let at = 0; at < Number(count); at++) {
  const { file } = await stash.create({ markdown: who + ' wrote ' + at }, new AbortController().signal);
  console.log(file + ' ' + at);
}
`;

verifies(
  'stash:create:immutable',
  `${PROCESSES} processes with ${CREATES} creates each make ${PROCESSES * CREATES} entries, no number twice, none lost`,
  async () => {
    const root = repository({ '.context/config.json': '{}' });
    const children = Array.from({ length: PROCESSES }, (_, who) =>
      startScript(SCRIPT, { args: [root, `process ${who}`, String(CREATES)] }),
    );
    const ends = await Promise.all(children.map(finished));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, '']));

    const told = new Map<string, string>();
    for (const [who, { stdout }] of ends.entries())
      for (const line of stdout.trim().split('\n')) {
        const [file = '', at] = line.split(' ');
        expect(told.has(file)).toBe(false);
        told.set(file, `process ${who} wrote ${at}`);
      }
    const files = readdirSync(join(root, '.context')).filter((name) => name !== 'config.json');
    expect(files.sort()).toEqual(
      Array.from({ length: PROCESSES * CREATES }, (_, at) => `${String(at + 1).padStart(5, '0')}.md`),
    );
    for (const file of files) expect(readFileSync(join(root, '.context', file), 'utf8')).toBe(told.get(file));
  },
);
