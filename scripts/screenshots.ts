/**
 * npm run screenshots [-- DIR]: the views of the page on a repository made for it, at two widths, light and dark, for looking
 * at. Without DIR: those that the README shows, into docs/images.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newDirectory, removeTree } from '../tests/helpers/temporary-directory.ts';
import { openBrowser } from '../tests/web/browser.ts';
import { makeSample } from '../tests/web/sample.ts';
import { VIEW_ADDRESSES } from '../tests/web/views.ts';

interface Shot {
  name: string;
  view: string;
  width: number;
  height: number;
  dark: boolean;
}

const README: readonly Shot[] = ['change', 'knowledge'].map((view) => ({
  name: view,
  view,
  width: 1440,
  height: 900,
  dark: false,
}));
const ALL: readonly Shot[] = Object.keys(VIEW_ADDRESSES).flatMap((view) => [
  { name: `${view}-360`, view, width: 360, height: 740, dark: false },
  { name: `${view}-1440`, view, width: 1440, height: 900, dark: false },
  { name: `${view}-1440-dark`, view, width: 1440, height: 900, dark: true },
]);

const PROGRAM = join(import.meta.dirname, '../bin/pilotbook.js');
const [given] = process.argv.slice(2);
const out = given ?? join(import.meta.dirname, '../docs/images');
mkdirSync(out, { recursive: true });

const place = newDirectory();
const root = join(place, 'shop');
mkdirSync(root);
const { browser, close } = await openBrowser();
try {
  await makeSample(root, (args, input) => output(args, input));
  const server = spawn(process.execPath, [PROGRAM, 'ui', '--no-open', '--edit'], { cwd: root });
  const address = await new Promise<string>((resolve) =>
    server.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: 'networkidle0' });
  const shots = given === undefined ? README : ALL;
  for (const { name, view, width, height, dark } of shots) {
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
    await page.goto(`${new URL(address).origin}/${VIEW_ADDRESSES[view]}`);
    await page.reload({ waitUntil: 'networkidle2' });
    await page.waitForSelector('main :is(h1, .empty)');
    await page.waitForFunction("document.querySelector('.loading') === null");
    const path = join(out, `${name}.png`) as `${string}.png`;
    await page.screenshot({ path, fullPage: given !== undefined });
    console.log(`${path} ${Math.ceil(statSync(path).size / 1024)} KB`);
  }
  server.kill();
} finally {
  await close();
  removeTree(place);
}

function output(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: root });
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      text += data.toString();
    });
    child.once('close', (status) =>
      status === 0 ? resolve(text) : reject(new Error(`${args.join(' ')}: ${text}`)),
    );
    child.stdin.end(input);
  });
}
