/** What the page writes with --edit is written: the pack that is refreshed and the pack that is made are read back from the disk. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../helpers/run-program.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';
import { makeSample } from './sample.ts';
import { ask, enter, type ServedPage, servePage } from './served-page.ts';

const place = newDirectory();
const root = join(place, 'shop');
let page: ServedPage;
let headers: Record<string, string>;
beforeAll(async () => {
  mkdirSync(root);
  await makeSample(root, async (args, input) => {
    const { status, stdout, stderr } = await runProgram(root, args, { input: input ?? '' });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  });
  page = await servePage(root, ['--edit']);
  headers = { Cookie: await enter(page), Origin: page.origin, 'Content-Type': 'application/json' };
});
afterAll(async () => {
  await page?.stop();
  removeTree(place);
});

async function get(path: string) {
  const { status, body } = await ask(page, `/api/${path}`, { headers });
  expect(status, body).toBe(200);
  return JSON.parse(body);
}

async function post(name: string, value: unknown) {
  const { status, body } = await ask(page, `/api/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(value),
  });
  return { status, value: JSON.parse(body) };
}

const PACKS = join(root, '.agents/mcp/context_pack/packs');
const onDisk = (id: string) => readFileSync(join(PACKS, `${id}.md`), 'utf8');

test('a pack is refreshed to the code as it is now, once for each revision', async () => {
  const [{ id }] = (await get('knowledge')).items.filter(({ kind }: { kind: string }) => kind === 'pack');
  const before = await get(`pack?id=${id}`);
  expect(before.state).toBe('edited');
  const stored = onDisk(id);
  const refreshed = await post('refresh-pack', { id, revision: before.revision });
  expect(refreshed.status).toBe(200);
  expect(refreshed.value.payload).toMatchObject({ id, revision: before.revision + 1 });
  const changed = onDisk(id);
  expect(changed).not.toBe(stored);
  const after = await get(`pack?id=${id}`);
  expect(after).toMatchObject({ state: 'fresh', revision: before.revision + 1, title: before.title });
  // By another process too, and with nothing of what people wrote lost.
  const { stdout } = await runProgram(root, ['pack', 'show', id]);
  expect(stdout).toContain('Waits longer each time.');
  expect(stdout).toContain('if (attempt < RETRIES) await wait(attempt * 100);');
  const again = await post('refresh-pack', { id, revision: before.revision });
  expect(again.status).toBe(409);
  expect(again.value.error.message).not.toBe('');
  expect(onDisk(id)).toBe(changed);
});

test('a bundle becomes a pack with the excerpts that were chosen', async () => {
  const before = readdirSync(PACKS);
  const { bundle } = await get('bundle?prompt=retry+payment&files=3');
  expect(bundle.selections.length).toBeGreaterThan(0);
  const made = await post('promote-bundle', {
    bundle: bundle.bundle_id,
    name: 'payment-retries',
    ttl_minutes: 60,
  });
  expect(made.status).toBe(200);
  const { id } = made.value.payload;
  expect(readdirSync(PACKS).filter((name) => !before.includes(name))).toEqual([`${id}.md`]);
  for (const { path } of bundle.selections) expect(onDisk(id)).toContain(path);
  const shown = await get(`pack?id=${id}`);
  expect(shown).toMatchObject({ name: 'payment-retries', state: 'fresh', revision: 1 });
  const places = shown.sections.flatMap(({ refs }: { refs: { now: { path: string } }[] }) => refs);
  expect(new Set(places.map(({ now }: { now: { path: string } }) => now.path))).toEqual(
    new Set(bundle.selections.map(({ path }: { path: string }) => path)),
  );
  const { stdout } = await runProgram(root, ['log', '--json']);
  expect(stdout).toContain('"input"');
  expect(stdout).not.toContain('payment-retries');
});

test('what cannot be made into a pack changes nothing and says why', async () => {
  const before = readdirSync(PACKS);
  for (const wrong of [
    { bundle: 'bd_0000000000000000', name: 'of-no-bundle', ttl_minutes: 60 },
    { bundle: 7, name: 'of-a-number', ttl_minutes: 60 },
    { name: 'of-nothing', ttl_minutes: -1 },
  ]) {
    const { status, value } = await post('promote-bundle', wrong);
    expect([400, 404], JSON.stringify(value)).toContain(status);
    expect(value.error.message).not.toBe('');
  }
  expect(readdirSync(PACKS)).toEqual(before);
});
