import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LINKS, testWith } from '../../tests/helpers/probes.ts';
import { verifies } from '../../tests/helpers/requirements.ts';
import { temporaryDirectory } from '../../tests/helpers/temporary-directory.ts';
import { AppError } from '../core/errors.ts';
import { loadConfig } from './load.ts';
import { OPTIONS } from './options.ts';

function directory(toml?: string): string {
  const root = temporaryDirectory();
  if (toml !== undefined) writeFileSync(join(root, 'repo_mcp.toml'), toml);
  return root;
}

const load = (root: string, flags: Record<string, string> = {}, env: Record<string, string> = {}) =>
  loadConfig({ flags, env, cwd: root });

async function refusal(loading: Promise<unknown>): Promise<string> {
  const error = await loading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return (error as AppError).message;
}

describe('layers', () => {
  test('defaults hold where nothing is said', async () => {
    const root = directory();
    const config = await load(root);
    expect(config).toMatchObject({
      root,
      dataDir: join(root, '.repo_mcp'),
      packRoot: join(root, '.agents/mcp/context_pack'),
      maxFileBytes: 1_048_576,
      maxOpenLines: 500,
      maxTotalBytesPerResponse: 262_144,
      maxSearchHits: 50,
      maxFilesPerBundle: 20,
      initializeTimeoutMs: 20_000,
      logLevel: 'info',
      embeddings: 'static',
    });
  });

  verifies(
    ['repo:config:order', 'repo:config:repo-file'],
    'file over default, environment over file, flag over environment',
    async () => {
      const root = directory('[limits]\nmax_search_hits = 10\nmax_open_lines = 11\nmax_file_bytes = 12\n');
      const env = { PILOTBOOK_MAX_OPEN_LINES: '21', PILOTBOOK_MAX_FILE_BYTES: '22' };
      const config = await load(root, { 'max-file-bytes': '32' }, env);
      expect([config.maxSearchHits, config.maxOpenLines, config.maxFileBytes]).toEqual([10, 21, 32]);
    },
  );

  test('the root is the flag, else the variable of the packs spec, else the client project, else the working directory', async () => {
    const [a, b, c, d] = [directory(), directory(), directory(), directory()];
    const env = { CONTEXT_PACK_SOURCE_ROOT: b, CLAUDE_PROJECT_DIR: c };
    expect((await load(d, { root: a }, env)).root).toBe(a);
    expect((await load(d, { 'repo-root': a }, env)).root).toBe(a);
    expect((await load(d, {}, env)).root).toBe(b);
    expect((await load(d, {}, { CLAUDE_PROJECT_DIR: c })).root).toBe(c);
    expect((await load(d)).root).toBe(d);
  });

  test.each(['__SESSION_CWD__', 'session_cwd', 'cwd', '.'])(
    '%s means the working directory',
    async (word) => {
      const root = directory();
      expect((await load(root, {}, { CONTEXT_PACK_SOURCE_ROOT: word })).root).toBe(root);
    },
  );

  test('directories are relative to the root', async () => {
    const root = directory();
    expect((await load(root, { 'data-dir': 'x/y' })).dataDir).toBe(join(root, 'x/y'));
    expect((await load(root, {}, { CONTEXT_PACK_ROOT: '/packs' })).packRoot).toBe('/packs');
  });

  test.each([
    ['mcp_context_pack=debug', 'debug'],
    ['warn', 'warn'],
    ['info,mcp_context_pack=error', 'error'],
    ['off', 'silent'],
  ])('log level %s is %s', async (spec, level) => {
    expect((await load(directory(), {}, { CONTEXT_PACK_LOG: spec })).logLevel).toBe(level);
  });
});

describe('wrong values stop start-up with the option, the value and what is allowed', () => {
  test.each([
    ['max-file-bytes', '0'],
    ['max-file-bytes', '4194305'],
    ['max-open-lines', '2001'],
    ['max-total-bytes-per-response', '1048577'],
    ['max-search-hits', '201'],
    ['max-files-per-bundle', '101'],
    ['max-search-hits', '-1'],
    ['max-search-hits', '1.5'],
    ['max-search-hits', 'many'],
    ['tool-names', 'dotted'],
    ['toolsets', ','],
    ['embeddings', 'cloud'],
    ['log-level', 'loud'],
  ])('--%s %s', async (flag, value) => {
    const message = await refusal(load(directory(), { [flag]: value }));
    expect(message).toContain(`--${flag}`);
    expect(message).toContain(value);
    expect(message).toContain('allowed:');
  });

  test('the variable is named when the variable is wrong', async () => {
    const message = await refusal(load(directory(), {}, { CONTEXT_PACK_INITIALIZE_TIMEOUT_MS: 'soon' }));
    expect(message).toContain('CONTEXT_PACK_INITIALIZE_TIMEOUT_MS is "soon"');
  });

  test('the file key is named when the file is wrong', async () => {
    const message = await refusal(load(directory('[limits]\nmax_search_hits = "ten"\n')));
    expect(message).toContain('limits.max_search_hits in repo_mcp.toml');
  });
});

describe('repo_mcp.toml is untrusted', () => {
  test.each(['denylist_override = true', 'allowlist = [".env"]', 'relax = true', 'allow = ["*"]'])(
    'security.%s is refused: the deny list cannot be relaxed',
    async (line) => {
      expect(await refusal(load(directory(`[security]\n${line}\n`)))).toContain('never relaxed');
    },
  );

  test('it can extend the deny list', async () => {
    expect((await load(directory('[security]\ndeny = ["*.pdf"]\n'))).deny).toEqual(['*.pdf']);
  });

  test('it cannot move the data, open other roots, or send text away', () => {
    for (const key of [
      'root',
      'dataDir',
      'packRoot',
      'allowRoot',
      'embeddings',
      'embeddingsUrl',
      'toolNames',
      'answers',
      'repeat',
    ] as const)
      expect(OPTIONS[key]).not.toHaveProperty('file');
  });

  test('unknown keys are said, not obeyed and not fatal', async () => {
    const { warnings } = await load(directory('colour = "red"\n[limits]\nmax_hits = 3\n'));
    expect(warnings).toEqual([
      'repo_mcp.toml: "colour" is not a table Pilotbook knows.',
      'repo_mcp.toml: "limits.max_hits" is not a key Pilotbook knows.',
    ]);
  });

  test('a key or table that is nearly one is told which', async () => {
    const text = '[limit]\nmax_search_hits = 3\n[limits]\nmax_search_hit = 3\n';
    expect((await load(directory(text))).warnings).toEqual([
      'repo_mcp.toml: "limit.max_search_hits" is not a key Pilotbook knows; did you mean "limits.max_search_hits"?',
      'repo_mcp.toml: "limits.max_search_hit" is not a key Pilotbook knows; did you mean "limits.max_search_hits"?',
    ]);
  });

  testWith(LINKS)('broken TOML, a huge file, a link and a directory are refused by name', async () => {
    expect(await refusal(load(directory('[limits\n')))).toContain('repo_mcp.toml is not valid TOML');
    expect(await refusal(load(directory(`# ${'x'.repeat(70_000)}`)))).toContain('larger than 64 KiB');
    const linked = directory();
    symlinkSync('/etc/hostname', join(linked, 'repo_mcp.toml'));
    expect(await refusal(load(linked))).toContain('plain, readable file');
    const folder = directory();
    mkdirSync(join(folder, 'repo_mcp.toml'));
    expect(await refusal(load(folder))).toContain('plain file');
  });
});

test('a key for embeddings comes from the environment only', async () => {
  const config = await load(directory(), {}, { OPENAI_API_KEY: 'k' });
  expect(config.embeddingsKey).toBe('k');
  expect(Object.values(OPTIONS).flatMap(({ flags }) => flags)).not.toContain('embeddings-key');
});
