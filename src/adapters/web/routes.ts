/** What the page can ask for and do: one row for each address below /api/, answered by the app with a value. */
import type { App, Home, PageData } from '../../app/index.ts';
import { AppError } from '../../core/errors.ts';

export interface RouteDeps {
  app: App;
  /** What `doctor` looks at beside the repository. */
  home: Home;
  program: { command: string; args: readonly string[] };
  /** Whether what writes is allowed. */
  edit: boolean;
}

export interface RouteCall extends RouteDeps {
  page: PageData;
  query: URLSearchParams;
  signal: AbortSignal;
}

type Read = (call: RouteCall) => Promise<unknown>;
type Write = (body: Record<string, unknown>, call: RouteCall) => Promise<unknown>;

/** The list is there within half a second; who wrote what follows. */
const WAIT_FOR_HISTORY_MS = 250;

export const READS: Readonly<Record<string, Read>> = {
  overview: async ({ page, edit }) => ({ ...(await page.overview()), edit }),
  change: ({ page, query, signal }) =>
    page.change({ since: text(query, 'since'), commit: text(query, 'commit') }, signal),
  knowledge: ({ page, signal }) => page.knowledge(signal, WAIT_FOR_HISTORY_MS),
  entry: ({ page, query, signal }) => page.entry(needed(query, 'id'), signal),
  pack: ({ page, query, signal }) => page.pack(needed(query, 'id'), signal),
  note: ({ page, query, signal }) => page.note(needed(query, 'id'), signal),
  map: ({ page, query, signal }) => page.map(text(query, 'path') ?? '', signal),
  file: ({ page, query, signal }) => page.file(needed(query, 'path'), signal),
  search: ({ page, query, signal }) => page.search(needed(query, 'q'), signal),
  bundle: ({ page, query, signal }) =>
    page.bundle(
      {
        prompt: needed(query, 'prompt'),
        files: amount(query, 'files') ?? DEFAULT_FILES,
        lines: amount(query, 'lines') ?? DEFAULT_LINES,
        tokens: amount(query, 'tokens'),
        tests: query.get('tests') !== 'no',
      },
      signal,
    ),
  activity: ({ page }) => page.activity(),
  health: async ({ app, home, program, signal }) => {
    const found = await app.examine(home, program, signal);
    return {
      doctor: found.map(({ repair, ...row }) => ({ ...row, repairable: repair !== undefined })),
      check: await app.check({ fix: false, signal }),
    };
  },
};

const DEFAULT_FILES = 8;
const DEFAULT_LINES = 400;

/** What the tools allow, by the dispatcher and with its audit; only with `--edit`. */
export const WRITES: Readonly<Record<string, Write>> = {
  'add-entry': async ({ markdown, type, module, supersedes, anchors }, { page, signal }) => {
    const args = present({ markdown, type, module, supersedes, anchors });
    return (await page.call('context.create', args, signal)).value;
  },
  'refresh-pack': async ({ id, revision }, { page, signal }) =>
    (await page.call('input', { action: 'refresh', id, expected_revision: revision }, signal)).value,
  'promote-bundle': async ({ bundle, name, ttl_minutes }, { page, signal }) =>
    (await page.call('input', { action: 'create', from_bundle: bundle, name, ttl_minutes }, signal)).value,
  'stamp-note': async ({ scope }, { app, signal }) => {
    if (typeof scope !== 'string') throw missing('scope');
    return await app.contexts.stamp(scope, signal);
  },
};

function text(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name)?.trim();
  return value === undefined || value === '' ? undefined : value;
}

function needed(query: URLSearchParams, name: string): string {
  const value = text(query, name);
  if (value === undefined) throw missing(name);
  return value;
}

function amount(query: URLSearchParams, name: string): number | undefined {
  const value = text(query, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,7}$/.test(value)) throw new AppError('invalid', 'invalid_arguments', `${name} is no number.`);
  return Number(value);
}

function missing(name: string): AppError {
  return new AppError('invalid', 'invalid_arguments', `${name} is missing.`);
}

/** The tools refuse arguments that are there without a value. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
