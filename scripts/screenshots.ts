/**
 * npm run screenshots [-- DIR [NAME…]]: all that the page can show, on repositories made for it, at three widths, light and
 * dark, for looking at; only what has one of the names in its own. Without DIR: what the README shows, into docs/images.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { newDirectory, removeTree } from '../tests/helpers/temporary-directory.ts';
import { openBrowser } from '../tests/web/browser.ts';
import { makeBare, makeSample } from '../tests/web/sample.ts';
import { BARE_ADDRESSES, PROBLEM_ADDRESSES, VIEW_ADDRESSES } from '../tests/web/views.ts';

interface Shot {
  name: string;
  hash: string;
  width: number;
  dark?: boolean;
  print?: boolean;
}

const PROGRAM = join(import.meta.dirname, '../bin/pilotbook.js');
const WIDTHS = [360, 1280, 2560];
const [out, ...wanted] = process.argv.slice(2);

const place = newDirectory();
const [shop, bare, files] = ['shop', 'bare', 'export'].map((name) => join(place, name)) as [
  string,
  string,
  string,
];
const { browser, close } = await openBrowser();
const servers: ChildProcess[] = [];
try {
  const page = await browser.newPage();
  mkdirSync(shop);
  await makeSample(shop, (args, input) => output(shop, args, input));
  const origin = await enter(page, shop);
  if (out === undefined) {
    const directory = join(import.meta.dirname, '../docs/images');
    for (const name of ['change', 'knowledge'])
      await take(page, `${origin}/`, directory, { name, hash: VIEW_ADDRESSES[name] ?? '', width: 1440 });
  } else {
    mkdirSync(out, { recursive: true });
    const pack = await page.evaluate(async () => {
      const { items } = (await (await fetch('/api/knowledge')).json()) as {
        items: { kind: string; id: string }[];
      };
      return items.find(({ kind }) => kind === 'pack')?.id;
    });
    const views = { ...VIEW_ADDRESSES, pack: `#/pack?id=${pack}` };
    await takeAll(page, `${origin}/`, [
      ...everyWidth('', views),
      ...everyWidth('problem-', PROBLEM_ADDRESSES),
      ...['change', 'knowledge', 'entry', 'pack', 'note'].map((view) => ({
        name: `${view}-print`,
        hash: views[view as keyof typeof views] ?? '',
        width: 800,
        print: true,
      })),
    ]);
    mkdirSync(bare);
    makeBare(bare);
    await takeAll(page, `${await enter(page, bare)}/`, everyWidth('bare-', BARE_ADDRESSES));
    await output(shop, ['ui', '--export', files]);
    await takeAll(page, pathToFileURL(join(files, 'index.html')).href, everyWidth('export-', VIEW_ADDRESSES));
  }
} finally {
  for (const server of servers) server.kill();
  await close();
  removeTree(place);
}

function everyWidth(before: string, views: Readonly<Record<string, string>>): Shot[] {
  return Object.entries(views).flatMap(([view, hash]) =>
    WIDTHS.flatMap((width) =>
      [false, true].map((dark) => ({
        name: `${before}${view}-${width}${dark ? '-dark' : ''}`,
        hash,
        width,
        dark,
      })),
    ),
  );
}

async function takeAll(page: Page, address: string, shots: readonly Shot[]): Promise<void> {
  for (const shot of shots)
    if (wanted.length === 0 || wanted.some((part) => shot.name.includes(part)))
      await take(page, address, out ?? '', shot);
}

async function take(page: Page, address: string, directory: string, shot: Shot): Promise<void> {
  const { name, hash, width, dark = false, print = false } = shot;
  await page.setViewport({ width, height: width < 600 ? 740 : width > 2000 ? 1300 : 900 });
  // Each of the two sets the other back.
  if (print) await page.emulateMediaType('print');
  else await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  await page.goto('about:blank');
  await page.goto(`${address}${hash}`);
  await page.waitForSelector('main :is(h1, .empty, .trouble)');
  await page.waitForFunction("document.querySelector(':is(.loading, .treemap:empty)') === null");
  const path = join(directory, `${name}.png`) as `${string}.png`;
  await page.screenshot({ path, fullPage: out !== undefined });
  console.log(`${path} ${Math.ceil(statSync(path).size / 1024)} KB`);
}

/** Starts the page there, and lets the browser in. */
async function enter(page: Page, root: string): Promise<string> {
  const server = spawn(process.execPath, [PROGRAM, 'ui', '--no-open', '--edit'], { cwd: root });
  servers.push(server);
  const address = await new Promise<string>((resolve) =>
    server.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );
  await page.goto(address);
  await page.waitForSelector('nav');
  return new URL(address).origin;
}

function output(root: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: root });
    let text = '';
    const add = (data: Buffer) => {
      text += data.toString();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.once('close', (status) =>
      status === 0 ? resolve(text) : reject(new Error(`${args.join(' ')}: ${text}`)),
    );
    child.stdin.end(input);
  });
}
