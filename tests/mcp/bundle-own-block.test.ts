/** The block that `init` writes into the agents file is no evidence: bundles, and packs made from them, leave it out. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const RULES = '# Rules\n\nA meaningful change needs a changelog line.\n';
const PROMPT = 'meaningful change: note, comment, Markdown';

interface Selected {
  path: string;
  start_line: number;
  end_line: number;
  excerpt: string;
}

async function bundleOf(files: Record<string, string>, below = '') {
  const root = repository({ 'a.ts': '// A comment about a change.\nexport const a = 1;\n', ...files });
  const { status } = await runProgram(root, ['init', '--yes']);
  expect(status).toBe(0);
  const agents = join(root, 'AGENTS.md');
  writeFileSync(agents, readFileSync(agents, 'utf8') + below);
  const { call } = await openApp(root);
  const { value } = await call('repo.build_context_bundle', { prompt: PROMPT });
  return { call, value, selections: value.result.selections as Selected[] };
}

test('lines above and below the block are shown, none of the block', async () => {
  const { call, value, selections } = await bundleOf(
    { 'AGENTS.md': RULES },
    '\nA comment below the block about Markdown.\n',
  );
  const shown = selections.filter(({ path }) => path === 'AGENTS.md');
  expect(shown.length).toBeGreaterThan(0);
  for (const { excerpt } of shown) {
    expect(excerpt).toMatch(/changelog line|below the block/);
    expect(excerpt).not.toMatch(/pilotbook|stash_create|refer to context/i);
  }
  await call('input', {
    action: 'create',
    name: 'changes',
    ttl_minutes: 60,
    from_bundle: value.result.bundle_id,
  });
  const { text } = await call('output', { name: 'changes' });
  expect(text).toContain('a.ts');
  expect(text).not.toContain('stash_create');
});

test('a file with nothing but the block is left out', async () => {
  const { selections } = await bundleOf({});
  expect(selections.map(({ path }) => path)).toEqual(['a.ts']);
});
