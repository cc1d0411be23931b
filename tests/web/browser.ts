/** A real Chromium, from an npm package, in a directory of its own that goes with it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';

export interface OpenBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/** The package unpacks itself where the system keeps temporary files, and would leave 200 MB there. */
export async function openBrowser(): Promise<OpenBrowser> {
  const directory = newDirectory();
  const { TMPDIR } = process.env;
  process.env.TMPDIR = directory;
  try {
    const executablePath = await chromium.executablePath();
    mkdirSync(join(directory, 'home'));
    writeFileSync(join(directory, 'fonts', 'fonts.conf'), fontsIn(directory));
    const browser = await puppeteer.launch({
      executablePath,
      args: [
        ...chromium.args.filter((arg) => arg !== '--single-process'),
        '--disable-dev-shm-usage',
        '--force-color-profile=srgb',
      ],
      headless: 'shell',
      userDataDir: join(directory, 'profile'),
      env: {
        PATH: process.env.PATH,
        LANG: 'en_US.UTF-8',
        TMPDIR: directory,
        HOME: join(directory, 'home'),
        FONTCONFIG_PATH: join(directory, 'fonts'),
      },
    });
    return {
      browser,
      close: async () => {
        await browser.close();
        removeTree(directory);
      },
    };
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** The package says that its fonts are where the system keeps temporary files; without any font Chromium ends. */
function fontsIn(directory: string): string {
  const places = [join(directory, 'fonts'), '/usr/share/fonts'].map((place) => `<dir>${place}</dir>`);
  const cache = `<cachedir>${join(directory, 'fonts-cache')}</cachedir>`;
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${places.join('')}${cache}</fontconfig>`;
}
