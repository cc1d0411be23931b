/** On Windows no name of a file has a colon; the place of a ref may still be written as `path::symbol`. */
import { expect, test, vi } from 'vitest';
import { openApp } from '../../../tests/helpers/app.ts';
import { repository } from '../../../tests/helpers/repository.ts';

vi.mock('../../core/sandbox/repo-path.ts', async (original) => {
  const real = await original<typeof import('../../core/sandbox/repo-path.ts')>();
  const byRulesOfWindows: typeof real.lexicalPath = (input, roots, _, foldsNames) =>
    real.lexicalPath(input, roots, true, foldsNames);
  return { ...real, lexicalPath: byRulesOfWindows };
});

const path = 'shop/till.py';

test('a ref takes path::symbol by the rules of Windows, and its file goes through the sandbox', async () => {
  const { call } = await openApp(
    repository({ [path]: 'class Till:\n    def take(self):\n        return 1\n', '.env': 'A=1\n' }),
  );
  const input = async (args: Record<string, unknown>) => (await call('input', args)).value;
  const { id } = (await input({ action: 'create', name: 'money', ttl_minutes: 60 })).payload;
  const section = { id, section_key: 'flow' };
  await input({ action: 'upsert_section', ...section, section_title: 'Flow', expected_revision: 1 });
  const put = (place: string) =>
    input({ action: 'upsert_ref', ...section, ref_key: 'take', expected_revision: 2, path: place });
  for (const refused of ['shop/till.py:x', 'shop/nul::A', '../till.py::Till', '.env::A'])
    expect(await put(refused), refused).toMatchObject({ error: true });
  // The revision is still 2: nothing was stored.
  expect((await put('.\\shop\\till.py::Till.take')).payload.sections[0].refs).toEqual([
    { key: 'take', path, lines: { start: 2, end: 3 }, anchored: true },
  ]);
});
