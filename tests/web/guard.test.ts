/** Who may ask the page for something: every other way in is tried here. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handOver } from '../helpers/ordinary-user.ts';
import { runProgram } from '../helpers/run-program.ts';
import { newDirectory, removeTree, temporaryDirectory } from '../helpers/temporary-directory.ts';
import { makeSample } from './sample.ts';
import { ask, enter, type ServedPage, servePage } from './served-page.ts';

const place = newDirectory();
const root = join(place, 'shop');
let page: ServedPage;
let cookie = '';
let first: Awaited<ReturnType<typeof ask>>;

beforeAll(async () => {
  mkdirSync(root);
  await makeSample(root, async (args, input) => {
    const { status, stdout, stderr } = await runProgram(root, args, { input: input ?? '' });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  });
  page = await servePage(root);
  const { pathname, search } = new URL(page.address);
  first = await ask(page, pathname + search);
  [cookie = ''] = String(first.headers['set-cookie']).split(';');
});
afterAll(async () => {
  await page?.stop();
  removeTree(place);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(page, path, { headers: { Cookie: cookie, ...headers } });
const api = async (path: string, headers: Record<string, string> = {}) => {
  const { status, body } = await get(`/api/${path}`, headers);
  return { status, value: JSON.parse(body) };
};

describe('the token', () => {
  test('gives a cookie that scripts cannot read and other sites do not send', () => {
    expect(first.status).toBe(200);
    expect(String(first.headers['set-cookie'])).toMatch(
      /^pilotbook_\d+=[0-9a-f-]{36}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(first.body).not.toContain(new URL(page.address).searchParams.get('token'));
  });

  test('is good for one browser', async () => {
    const { pathname, search } = new URL(page.address);
    const again = await ask(page, pathname + search);
    expect(again.status).toBe(403);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.body).toContain('was used already');
  });

  test.each(['', '?token=', '?token=x', '?token=00000000-0000-4000-8000-000000000000'])(
    'is not guessed by %j',
    async (search) => {
      const tried = await ask(page, `/open${search}`);
      expect(tried.status).toBe(403);
      expect(tried.headers['set-cookie']).toBeUndefined();
    },
  );

  test('is no cookie, and no argument of another address', async () => {
    const token = new URL(page.address).searchParams.get('token') ?? '';
    expect((await ask(page, `/api/overview?token=${token}`)).status).toBe(401);
    const name = cookie.split('=')[0];
    const asCookie = await ask(page, '/api/overview', { headers: { Cookie: `${name}=${token}` } });
    expect(asCookie.status).toBe(401);
  });
});

describe('the cookie', () => {
  test.each(['/', '/index.html', '/api/overview', '/api/file?path=README.md', '/api/events', '/nothing'])(
    'is needed for %s',
    async (path) => {
      const { status, body } = await ask(page, path);
      expect(status).toBe(401);
      expect(body).toContain('pilotbook ui');
      expect(body).not.toContain('shop');
    },
  );

  test.each(['pilotbook=1', 'pilotbook_1=x', `x=${'a'.repeat(5000)}`])('is not %s', async (wrong) => {
    expect((await ask(page, '/api/overview', { headers: { Cookie: wrong } })).status).toBe(401);
  });

  test('opens the page', async () => {
    expect((await get('/')).body).toContain('page.js');
    expect((await api('overview')).value).toMatchObject({ name: 'shop', edit: false });
  });
});

describe('the address', () => {
  test.each(['evil.example', '127.0.0.1', 'localhost:1', '[::1]:80', '127.0.0.1:80@evil.example'])(
    'is not served under the name %j, as after DNS rebinding',
    async (host) => {
      expect((await get('/api/overview', { Host: host })).status).toBe(403);
      expect((await get('/', { Host: host })).status).toBe(403);
      expect((await get('/page.js', { Host: host })).status).toBe(403);
    },
  );

  test('may be localhost', async () => {
    expect((await get('/api/overview', { Host: `localhost:${page.port}` })).status).toBe(200);
  });

  test.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost.evil.example'])(
    'is not asked by a page of %s',
    async (origin) => {
      expect((await get('/api/overview', { Origin: origin })).status).toBe(403);
    },
  );

  test.each(['cross-site', 'same-site'])('is not asked by a %s request', async (site) => {
    expect((await get('/api/overview', { 'Sec-Fetch-Site': site })).status).toBe(403);
  });

  test('listens on the loopback address only', () => {
    expect(new URL(page.address).hostname).toBe('127.0.0.1');
  });

  test('is no proxy', async () => {
    expect((await get('http://evil.example/api/overview')).status).toBe(400);
    expect((await get('//evil.example/api/overview')).status).toBe(400);
  });
});

describe('headers', () => {
  test('allow no script but our files, no frame around, no type but the one stated', async () => {
    for (const path of ['/', '/api/overview', '/page.js', '/nothing']) {
      const { headers } = await get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('put the frame of diagrams into a sandbox without origin', async () => {
    const policy = String((await get('/diagram.html')).headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).not.toContain('connect-src');
    expect(policy).not.toContain("script-src 'unsafe");
  });

  test('say that answers are not kept', async () => {
    expect((await get('/api/overview')).headers['cache-control']).toBe('no-store');
  });
});

describe('paths', () => {
  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/page/../../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/page.js/../../main.js',
    '/page.js.br',
    '/constructor',
    '/__proto__',
    '/api/__proto__',
    '/api/constructor',
    '/api/../index.html/x',
    '/.env',
    '/data/0.js',
  ])('%s is nothing', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).not.toContain('"name"');
  });

  test.each([
    '../outside.txt',
    '/etc/passwd',
    'src/../../outside.txt',
    'C:\\Windows\\win.ini',
    '..\\outside.txt',
    'src/payments/payment.ts\u0000.md',
    '.git/config',
  ])('a file is not read by the path %j', async (path) => {
    const { status, value } = await api(`file?path=${encodeURIComponent(path)}`);
    expect([400, 403, 404]).toContain(status);
    expect(value.lines).toBeUndefined();
  });

  test.each(['.env', 'secrets/server.key'])('%s is denied here as everywhere', async (path) => {
    const { status, value } = await api(`file?path=${path}`);
    expect(status).toBe(403);
    expect(JSON.stringify(value)).not.toContain('do-not-show-this');
  });

  test('no view shows what is denied', async () => {
    for (const view of [
      'change',
      'change?since=HEAD~1',
      'change?commit=HEAD~1',
      'knowledge',
      'map',
      'health',
      'activity',
      'search?q=do-not-show-this',
      'search?q=SECRET_KEY',
      'bundle?prompt=SECRET_KEY+do-not-show-this',
    ]) {
      const { status, value } = await api(view);
      expect(status, view).toBe(200);
      const text = JSON.stringify({ ...value, query: '', queries: [] });
      expect(text.replaceAll(/"source_query":"[^"]*"|"rationale":"[^"]*"/g, ''), view).not.toContain(
        'do-not-show-this',
      );
      expect(text, view).not.toContain('server.key');
      expect(text, view).not.toContain(place);
    }
  });
});

describe('writing', () => {
  const post = (served: ServedPage, path: string, headers: Record<string, string>, body = '{}') =>
    ask(served, path, { method: 'POST', headers, body });

  test('is refused without --edit', async () => {
    const headers = { Cookie: cookie, Origin: page.origin, 'Content-Type': 'application/json' };
    for (const name of ['add-entry', 'refresh-pack', 'promote-bundle', 'stamp-note']) {
      const { status, body } = await post(page, `/api/${name}`, headers);
      expect(status).toBe(403);
      expect(body).toContain('--edit');
    }
  });

  test('needs the page of this server, JSON and a cookie; then it goes through the tools and their audit', async () => {
    const editable = await servePage(root, ['--edit']);
    try {
      const own = {
        Cookie: await enter(editable),
        Origin: editable.origin,
        'Content-Type': 'application/json',
      };
      const entry = JSON.stringify({ markdown: '# Written from the page\n', type: 'rule' });
      const { Origin: _, ...withoutOrigin } = own;
      const { Cookie: __, ...withoutCookie } = own;
      expect((await post(editable, '/api/add-entry', withoutOrigin, entry)).status).toBe(403);
      expect((await post(editable, '/api/add-entry', withoutCookie, entry)).status).toBe(401);
      expect(
        (await post(editable, '/api/add-entry', { ...own, Origin: 'https://evil.example' }, entry)).status,
      ).toBe(403);
      const form = { ...own, 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await post(editable, '/api/add-entry', form, entry)).status).toBe(400);
      expect(
        (await post(editable, '/api/add-entry', { ...own, 'Content-Type': 'text/plain' }, entry)).status,
      ).toBe(400);
      expect((await post(editable, '/api/add-entry', own, 'x'.repeat(300_000))).status).toBe(400);
      expect((await post(editable, '/api/add-entry', own, '[]')).status).toBe(400);
      expect((await ask(editable, '/api/add-entry', { headers: own })).status).toBe(404);
      const done = await post(editable, '/api/add-entry', own, entry);
      expect(done.status).toBe(200);
      const { ref } = JSON.parse(done.body);
      const shown = await ask(editable, `/api/entry?id=${ref}`, { headers: own });
      expect(JSON.parse(shown.body)).toMatchObject({ title: 'Written from the page', type: 'rule' });
      const stamped = await post(editable, '/api/stamp-note', own, JSON.stringify({ scope: 'src/payments' }));
      expect(stamped.status).toBe(200);
      const { stdout } = await runProgram(root, ['log', '--json']);
      expect(stdout).toContain('"context.create"');
      expect(stdout).toContain('"contexts stamp"');
      expect(stdout).not.toContain('Written from the page');
    } finally {
      await editable.stop();
    }
  });
});

test('an ordinary user is served from a directory that nobody else may enter', async () => {
  const own = temporaryDirectory();
  const shop = join(own, 'shop');
  mkdirSync(shop, { mode: 0o700 });
  await makeSample(
    shop,
    async (args, input) => (await runProgram(shop, args, { input: input ?? '' })).stdout,
  );
  handOver(own);
  const served = await servePage(shop, [], { asOrdinaryUser: true });
  try {
    const headers = { Cookie: await enter(served) };
    const { status, body } = await ask(served, '/api/change', { headers });
    expect(status).toBe(200);
    expect(JSON.parse(body).files).toHaveLength(4);
  } finally {
    await served.stop();
  }
});
