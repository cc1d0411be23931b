import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../../tests/helpers/repository.ts';
import { makeAnchor } from '../../core/anchors/index.ts';
import { anchorPath, anchorRef } from './anchors.ts';
import { entryStoreIn } from './entry-store.ts';

test('a cancelled entry leaves the files of another with the same anchors', async () => {
  const root = repository({ '.context/config.json': '{}' });
  const store = await entryStoreIn({ root, isDenied: () => false })();
  const [calledOff, wanted] = [AbortSignal.abort(), new AbortController().signal];
  for (let round = 0; round < 20; round++) {
    const anchor = makeAnchor('src/a.ts', `export const a = ${round};\n`, 1, 1);
    const [gone, made] = await Promise.allSettled([
      store.add('Same.', [anchor], calledOff),
      store.add('Same.', [anchor], wanted),
    ]);
    expect([gone.status, made.status]).toEqual(['rejected', 'fulfilled']);
    expect(existsSync(join(root, '.context', anchorPath(anchorRef(anchor))))).toBe(true);
  }
});
