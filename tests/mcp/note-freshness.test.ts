/** What is written about a place is said as text with its freshness and its first sentence; in JSON notes stay as they are. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Json, openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';

const RETRY = [
  'def retry_upload(job):',
  '    """Upload the job again after a pause."""',
  '    pause = 3',
  '    wait(pause)',
  '    return job.upload()',
  '',
].join('\n');
const NOTE = [
  'version: 1',
  'last_updated: "2026-01-01T00:00:00Z"',
  'fingerprint: "00000000"',
  'scope: src',
  'summary: Uploads.',
  'maintenance: By hand.',
  'decisions:',
  '  - what: Uploads are serial',
  '    why: The disk is slow.',
  '',
].join('\n');
const QUESTION = 'upload the job again after a pause';

async function furnished() {
  const root = repository({
    '.context/config.json': '{}\n',
    'src/retry.py': RETRY,
    'src/.context.yaml': NOTE,
  });
  const { app, call } = await openApp(root);
  await call('context.create', {
    markdown: '# Retries wait three seconds\n\nThe gateway bans us otherwise. It did so twice.',
    anchors: ['src/retry.py:1-5'],
  });
  const path = join(root, 'src/retry.py');
  const edit = () => writeFileSync(path, readFileSync(path, 'utf8').replace('pause = 3', 'pause = 5'));
  const asText = async (tool: string, args: object) => {
    await app.prepare(new AbortController().signal, () => {});
    const outcome = await app.call(tool, args as Json, { requestId: 1, form: 'text' });
    return outcome?.text ?? '';
  };
  return { call, edit, asText };
}

test.each([
  ['context_search', { query: QUESTION }],
  ['repo.build_context_bundle', { prompt: QUESTION }],
])('%s says of each note whether its code is as it was', async (tool, args) => {
  const { edit, asText } = await furnished();
  const note = '  note 00001  Retries wait three seconds: The gateway bans us otherwise.';
  const fresh = await asText(tool, args);
  expect(fresh).toContain(`${note}  [anchor fresh]\n`);
  expect(fresh).toContain('  decision src#decision-1  Uploads are serial: The disk is slow.  [stale]\n');
  edit();
  expect(await asText(tool, { ...args, fresh: true })).toContain(`${note}  [anchor edited]\n`);
});

test('what is found among the notes has its freshness too', async () => {
  const { edit, asText } = await furnished();
  edit();
  const text = await asText('context_search', { query: 'retries wait three seconds gateway' });
  expect(text).toMatch(/^00001 {2}Retries wait three seconds {2}stash.* \[anchor edited\]$/m);
});

test('in JSON a note has the fields of the contract only', async () => {
  const { call } = await furnished();
  const { value } = await call('repo.build_context_bundle', { prompt: QUESTION });
  expect(Object.keys(value.result.selections[0].knowledge[0])).toEqual(['id', 'kind', 'title', 'via']);
  const asked = (await call('context_search', { query: QUESTION, maxCharacters: 4000 })).value;
  expect(Object.keys(asked.answer.files[0].knowledge[0])).toEqual(['id', 'kind', 'title', 'via']);
});

test('a pack says how many of its references changed', async () => {
  const { call, edit, asText } = await furnished();
  const pack = { action: 'create', name: 'upload', title: 'How uploads work', ttl_minutes: 60 };
  const { id } = (await call('input', pack)).value.payload;
  await call('input', {
    action: 'upsert_section',
    id,
    section_key: 'main',
    section_title: 'Main',
    expected_revision: 1,
  });
  await call('input', {
    action: 'upsert_ref',
    id,
    section_key: 'main',
    ref_key: 'retry',
    path: 'src/retry.py',
    line_start: 1,
    line_end: 5,
    expected_revision: 2,
  });
  const bundle = () => asText('repo.build_context_bundle', { prompt: QUESTION, fresh: true });
  expect(await bundle()).toContain(`  pack ${id}  How uploads work  [no drift]\n`);
  edit();
  expect(await bundle()).toContain(`  pack ${id}  How uploads work  [drift: 1 of 1 refs]\n`);
});
