import { expect, test } from 'vitest';
import { repository } from '../../tests/helpers/repository.ts';
import { openStash } from '../areas/stash/index.ts';
import { systemClock } from '../core/clock.ts';
import { openWorkspace } from '../core/workspace/index.ts';
import { createAnchorCache } from './anchor-cache.ts';
import { createLibrary } from './library.ts';
import { createKnowledgeAt } from './notes.ts';

async function notes() {
  const root = repository({
    '.context/config.json': '{}',
    'src/pay.ts': '// see context 00001\nexport const retries = 3;\n',
  });
  const workspace = await openWorkspace({ root, maxFileBytes: 100_000, extraDeny: [] });
  const parsedFor: AbortSignal[] = [];
  const parsed = async (_path: string, _text: string, { signal }: { signal: AbortSignal }) => {
    parsedFor.push(signal);
    return [];
  };
  const stash = openStash({
    workspace,
    symbolsOf: parsed,
    citationsIn: parsed,
    citingFiles: async () => [],
  });
  await stash.create(
    { markdown: '# Why we retry\n', anchors: ['src/pay.ts:1-2'] },
    new AbortController().signal,
  );
  parsedFor.length = 0;
  const cache = () => createAnchorCache(workspace, parsed, systemClock);
  const at = createKnowledgeAt({
    library: createLibrary({
      stash,
      packs: async () => [],
      claims: async () => [],
      clock: systemClock,
      failed: (_source, error) => {
        throw error;
      },
    }),
    claims: async () => [],
    workspace,
    citationsIn: parsed,
    anchorCaches: { entries: cache(), packs: cache() },
  });
  return { at, parsedFor };
}

const PLACES = [{ path: 'src/pay.ts', startLine: 1, endLine: 2 }];

test('comments and anchored code are parsed for the call that asked, which can cancel it', async () => {
  const { at, parsedFor } = await notes();
  const { signal } = new AbortController();
  await at(PLACES, signal);
  // For the comments of the file, and for its declarations.
  expect(parsedFor).toHaveLength(2);
  for (const each of parsedFor) expect(each).toBe(signal);
});

test('a cancelled call parses nothing, and the next one finds what is there', async () => {
  const { at, parsedFor } = await notes();
  await expect(at(PLACES, AbortSignal.abort())).rejects.toThrow();
  expect(parsedFor).toEqual([]);
  await at(PLACES, new AbortController().signal);
  expect(parsedFor).toHaveLength(2);
});
