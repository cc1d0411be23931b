/** How `pilotbook ui` starts: the port it takes, the browser it opens, and what a browser loads first. */
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openerOf } from '../../src/adapters/cli/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { SHELL, testWith } from '../helpers/probes.ts';
import { write } from '../helpers/repository.ts';
import { programEnvironment, runProgram, spawnProgram } from '../helpers/run-program.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';
import { makeBare } from './sample.ts';
import { ask, enter, servePage } from './served-page.ts';

const place = newDirectory();
const root = join(place, 'shop');
beforeAll(() => {
  mkdirSync(root);
  makeBare(root);
});
afterAll(() => removeTree(place));

describe('--port', () => {
  /** A port that is taken until it is given back. */
  async function takenPort(): Promise<{ port: number; giveBack(): Promise<void> }> {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as AddressInfo;
    return { port, giveBack: () => new Promise((resolve) => holder.close(() => resolve())) };
  }

  test('is refused while another program has it, with what to do; then the page is there', async () => {
    const { port, giveBack } = await takenPort();
    const refused = await runProgram(root, ['ui', '--no-open', '--port', String(port)]);
    await giveBack();
    expect(refused.status).toBe(1);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toContain(`Port ${port} cannot be opened.`);
    expect(refused.stderr).toContain('Leave out --port');
    const page = await servePage(root, ['--port', String(port)]);
    try {
      expect(page.port).toBe(port);
      const { status, body } = await ask(page, '/api/overview', { headers: { Cookie: await enter(page) } });
      expect(status).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ name: 'shop' });
    } finally {
      await page.stop();
    }
  });

  test.each(['0', '65536', '-1', '80x', ''])('is not %j', (port) => {
    const { status, stdout, stderr } = spawnProgram(root, ['ui', '--no-open', `--port=${port}`]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('--port must be from 1 to 65535');
  });
});

describe('the browser', () => {
  testWith(SHELL)('is started with the printed address, and not with --no-open', async () => {
    const opened = join(place, 'opened.txt');
    write(place, { 'bin/xdg-open': `#!/bin/sh\nprintf '%s\\n' "$@" >> '${opened}'\n` });
    chmodSync(join(place, 'bin/xdg-open'), 0o755);
    const env = programEnvironment();
    env.PATH = [join(place, 'bin'), env.PATH].join(delimiter);
    /** As in a terminal, until `isDone`; returns what was printed. */
    const runUntil = async (args: readonly string[], isDone: (printed: string) => void) => {
      const stop = new AbortController();
      let printed = '';
      const ended = runProgram(root, ['ui', ...args], {
        instead: {
          interactive: true,
          signal: stop.signal,
          home: { directory: place, platform: 'linux', env },
          terminal: {
            out: (text) => {
              printed += text;
            },
            err: () => {},
            colour: false,
            errIsTerminal: false,
          },
        },
      });
      await eventually(() => isDone(printed)).finally(() => stop.abort());
      expect((await ended).status).toBe(0);
      return printed;
    };
    const unopened = await runUntil(['--no-open'], (printed) => expect(printed).toContain('/open?token='));
    const address = await runUntil([], () => expect(existsSync(opened)).toBe(true));
    await eventually(() => expect(readFileSync(opened, 'utf8')).toContain(address));
    expect(readFileSync(opened, 'utf8')).toBe(address);
    expect(address).not.toBe(unopened);
  });

  test('is the one of the system', () => {
    const address = 'http://127.0.0.1:7/open?token=x';
    expect(openerOf(address, 'linux', {})).toEqual(['xdg-open', address]);
    expect(openerOf(address, 'darwin', {})).toEqual(['/usr/bin/open', address]);
    expect(openerOf(address, 'win32', { ComSpec: 'C:\\cmd.exe' })).toEqual([
      'C:\\cmd.exe',
      '/d',
      '/c',
      'start',
      '""',
      address,
    ]);
  });

  test('loads at most 150 KB before the first view, and no diagrams', async () => {
    const page = await servePage(root);
    try {
      const headers = { Cookie: await enter(page) };
      const start = (await ask(page, '/', { headers })).body;
      const named = [...start.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
      expect(named).toEqual(expect.arrayContaining(['page.js', 'page.css']));
      expect(named.join()).not.toContain('mermaid');
      let bytes = 0;
      for (const name of ['', ...named]) {
        const sent = await ask(page, `/${name}`, { headers: { ...headers, 'Accept-Encoding': 'gzip, br' } });
        expect(sent.status, name).toBe(200);
        expect(sent.headers['content-encoding'], name).toBe('br');
        bytes += sent.bytes;
      }
      expect(bytes).toBeLessThanOrEqual(150 * 1024);
    } finally {
      await page.stop();
    }
  });
});
