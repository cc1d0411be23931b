/** The page in a real browser: every view, the keys, hostile text, and the export. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { git, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';
import { type OpenBrowser, openBrowser } from './browser.ts';
import { HOSTILE, makeHostile } from './hostile.ts';
import { makeSample } from './sample.ts';
import { type ServedPage, servePage } from './served-page.ts';
import { VIEW_ADDRESSES } from './views.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** For looking at; another place by the environment. */
const SCREENSHOTS = process.env.PAGE_SCREENSHOTS ?? join(tmpdir(), 'pilotbook-page');

const place = newDirectory();
const [shop, hostile] = [join(place, 'shop'), join(place, 'hostile')];
let opened: OpenBrowser;
let served: ServedPage;
let page: Page;
/** What the page complained about, and what it asked others for. */
let complaints: string[] = [];

async function run(root: string, args: readonly string[], input = ''): Promise<string> {
  const { status, stdout, stderr } = await runProgram(root, args, { input });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function openPage(): Promise<Page> {
  const made = await opened.browser.newPage();
  made.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  made.on('pageerror', (error) => complaints.push(String(error)));
  made.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // What the policy blocks is never answered.
  made.on('response', (response) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:|file:)/.test(response.url()))
      complaints.push(`asked ${response.url()}`);
  });
  return made;
}

beforeAll(async () => {
  mkdirSync(shop);
  mkdirSync(hostile);
  mkdirSync(SCREENSHOTS, { recursive: true });
  await makeSample(shop, (args, input) => run(shop, args, input));
  opened = await openBrowser();
  served = await servePage(shop, ['--edit']);
  page = await openPage();
  await page.goto(served.address);
  await page.waitForSelector('nav');
});
afterAll(async () => {
  await served?.stop();
  await opened?.close();
  removeTree(place);
});

/** Goes to a view as a link does, and waits until it is there. */
async function show(view: string, on = page): Promise<string> {
  await on.evaluate((hash) => {
    location.hash = hash;
  }, VIEW_ADDRESSES[view] ?? view);
  await settled(on);
  return await on.evaluate(() => document.querySelector('main')?.innerText ?? '');
}

async function settled(on: Page): Promise<void> {
  await on.waitForFunction(
    () =>
      document.querySelector('main :is(h1, .trouble)') !== null &&
      document.querySelector(':is(.loading, .treemap:empty)') === null,
  );
}

async function axeFinds(on = page): Promise<string[]> {
  await on.evaluate(AXE);
  const found = (await on.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; nodes: { target: string[] }[] }[];
  };
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

describe('every view', () => {
  const EXPECTED: Readonly<Record<string, readonly string[]>> = {
    change: [
      '4 files not committed',
      'src/payments/payment.ts',
      'RETRIES = 5',
      'Payments are tried three times',
      'At risk',
      'settle',
      'tests/invoice.test.ts',
    ],
    knowledge: [
      '8 items',
      'Amounts are whole cents',
      'superseded',
      'moved',
      'edited',
      'stale',
      'How a payment is made',
    ],
    entry: [
      'Payments are tried three times',
      'Then',
      'Now',
      'attempt * 200',
      'attempt * 100',
      'Cited in comments',
      '00001 Payments are tried twice',
    ],
    'entry-moved': ['moved', 'src/billing/book.ts:2–12', 'was src/billing/ledger.ts:2–12'],
    note: [
      'stale',
      'Waits grow with each attempt',
      'edited',
      'Only whole cents are passed around.',
      'It cites no code.',
    ],
    map: ['The repository', 'src/'],
    'map-inside': ['payments/', 'billing/'],
    file: ['Outline', 'pay', 'Payments are tried three times', 'charge(cents, account)'],
    search: ['Words and meaning', 'Words', 'Meaning', 'tokens', 'src/payments/payment.ts'],
    bundle: ['Searched for', 'tokens', 'src/payments/payment.ts'],
    activity: ['calls', 'read_file', 'repo.search', 'src/payments/payment.ts'],
    health: ['stash/edited-anchor', 'pilotbook contexts', 'This installation'],
  };

  test.each(Object.keys(VIEW_ADDRESSES))(
    '%s shows what is there, without complaint, and axe finds nothing',
    async (view) => {
      complaints = [];
      for (const width of [360, 1440]) {
        await page.setViewport({ width, height: 900 });
        const text = await show(view);
        for (const words of EXPECTED[view] ?? []) expect(text).toContain(words);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          'it does not scroll sideways',
        ).toBeLessThanOrEqual(width);
        await page.screenshot({
          path: join(SCREENSHOTS, `${view}-${width}.png`) as `${string}.png`,
          fullPage: true,
        });
        for (const value of ['light', 'dark']) {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          expect(await axeFinds(), `${width} ${value}`).toEqual([]);
        }
      }
      expect(complaints).toEqual([]);
    },
  );

  test('a pack has its diagram drawn, as an image, and says what drifted', async () => {
    complaints = [];
    await page.setViewport({ width: 1440, height: 900 });
    await show('#/knowledge?kind=pack');
    await page.click('.list a');
    await page.waitForSelector('.drawing img');
    const text = await page.evaluate(() => document.querySelector('main')?.innerText ?? '');
    for (const words of [
      'How a payment is made',
      'expires in 1',
      'drifted',
      'An invoice is settled',
      'edited',
    ])
      expect(text).toContain(words);
    const width = await page.$eval('.drawing img', (image) => (image as HTMLImageElement).naturalWidth);
    expect(width).toBeGreaterThan(100);
    await page.screenshot({ path: join(SCREENSHOTS, 'pack-1440.png') as `${string}.png`, fullPage: true });
    expect(await axeFinds()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a commit and a revision are shown, and one that is not there is said to be not there', async () => {
    expect(await show('#/change?commit=HEAD')).toContain('files changed in');
    expect(await show('#/change?since=HEAD~1')).toContain('changed since');
    expect(await show('#/change?commit=nothing')).toContain('git has no commit "nothing" here.');
  });
});

describe('getting around', () => {
  test('each view has its address, and back and forward lead through them', async () => {
    await show('knowledge');
    await show('map');
    await page.goBack();
    await settled(page);
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Knowledge');
    await page.goForward();
    await settled(page);
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Map');
    expect(await page.title()).toContain('Map');
  });

  test('/ goes to the search, j and k through the list, Enter opens', async () => {
    await show('knowledge');
    await page.keyboard.press('/');
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'q');
    await page.keyboard.press('Escape');
    for (const key of ['j', 'j', 'j', 'k'] as const) await page.keyboard.press(key);
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-at') === '1');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => document.querySelector('h1')?.textContent === 'Payments are tried three times',
    );
  });

  test('filters are part of the address', async () => {
    const text = await show('#/knowledge?type=rule&q=cents');
    expect(text).toContain('1 of 8 items');
    expect(text).toContain('Amounts are whole cents');
    expect(await show('#/knowledge?q=zzz')).toContain('Nothing matches.');
  });

  test('of ten thousand rows only those in sight are there', async () => {
    const long = await openPage();
    await long.setRequestInterception(true);
    const items = Array.from({ length: 10_000 }, (_, at) => ({
      kind: 'entry',
      id: `${at}`,
      title: `Entry ${at}`,
      type: 'rule',
      module: '',
      state: 'fresh',
      places: 1,
      cited: 0,
      text: '',
    }));
    long.on('request', (request) =>
      request.url().endsWith('/api/knowledge')
        ? void request.respond({
            contentType: 'application/json',
            body: JSON.stringify({ now: 0, items, notes: [] }),
          })
        : void request.continue(),
    );
    await long.goto(`${served.origin}/#/knowledge`);
    await long.waitForSelector('.list li');
    expect(await long.$$eval('.list li', (rows) => rows.length)).toBeLessThan(60);
    await long.$eval('.list', (list) => list.scrollTo(0, 1e9));
    await long.waitForFunction(() => document.querySelector('.list')?.textContent?.includes('Entry 9999'));
    await long.close();
  });

  test('an entry is added from the page', async () => {
    await show('knowledge');
    await page.click('.head button');
    await page.type('textarea[name=markdown]', '# Added in the browser');
    await page.click('.editor button[type=submit]');
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Added in the browser');
  });
});

test('text of a hostile repository stays text', async () => {
  await makeHostile(hostile, (args, input) => run(hostile, args, input));
  git(hostile, 'status', '--short');
  const other = await servePage(hostile);
  const shown = await openPage();
  complaints = [];
  try {
    await shown.goto(other.address);
    await shown.waitForSelector('nav');
    const views = [
      'change',
      'knowledge',
      'map',
      'health',
      'activity',
      '#/search?q=hostile',
      '#/entry?id=00001',
      '#/note?id=src',
      `#/file?path=${encodeURIComponent(HOSTILE.file)}`,
      '#/search?q=%3Cimg+src%3Dx+onerror%3Dpwned()%3E',
    ];
    let all = '';
    for (const view of views) all += await show(view, shown);
    const pack = await shown.evaluate(async () => {
      const answer = await fetch('/api/knowledge');
      const list = (await answer.json()) as { items: { kind: string; id: string }[] };
      return list.items.find(({ kind }) => kind === 'pack')?.id;
    });
    all += await show(`#/pack?id=${pack}`, shown);
    await shown.waitForFunction(() => document.querySelectorAll('.diagram :is(img, .trouble)').length >= 2);
    expect(await shown.evaluate('window.pwned')).toBeUndefined();
    expect(
      await shown.$$eval(
        'main :is(script, object, embed, base, form[action], img:not([src^="data:image/svg"]))',
        (found) => found.length,
      ),
    ).toBe(0);
    const links = await shown.$$eval('a', (found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(links.filter((link) => !/^(?:#|https?:\/\/)/.test(link))).toEqual([]);
    expect(all).toContain('<img src=x onerror=pwned()>');
    expect(all).not.toContain('\u001b');
    // The frame of the diagram tried to load what its text names, and was not allowed to.
    expect(complaints.filter((complaint) => !complaint.includes('Content Security Policy'))).toEqual([]);
  } finally {
    await shown.close();
    await other.stop();
  }
});

test('the export works as files, with what was written down and nothing that is denied', async () => {
  const out = join(place, 'export');
  expect(await run(shop, ['ui', '--export', out])).toContain('index.html');
  for (const name of readdirSync(join(out, 'data'))) {
    const text = readFileSync(join(out, 'data', name), 'utf8');
    expect(text).not.toContain('do-not-show-this');
    expect(text).not.toContain('server.key');
    expect(text).not.toContain(place);
  }
  const files = await openPage();
  complaints = [];
  await files.goto(pathToFileURL(join(out, 'index.html')).href);
  await settled(files);
  expect(await show('change', files)).toContain('RETRIES = 5');
  expect(await show('knowledge', files)).toContain('Amounts are whole cents');
  expect(await show('entry', files)).toContain('attempt * 100');
  expect(await show('note', files)).toContain('Waits grow with each attempt');
  expect(await show('map', files)).toContain('src/');
  expect(await show('file', files)).toContain('charge(cents, account)');
  expect(await show('health', files)).toContain('stash/edited-anchor');
  expect(await show('search', files)).toContain('An export cannot search the code.');
  await show('#/knowledge?kind=pack', files);
  await files.click('.list a');
  await files.waitForSelector('.drawing img');
  expect(complaints).toEqual([]);
  await files.close();
  write(join(place, 'full'), { 'mine.txt': 'keep me' });
  const { status, stderr } = await runProgram(shop, ['ui', '--export', join(place, 'full')]);
  expect(status).toBe(2);
  expect(stderr).toContain('holds other files');
});
