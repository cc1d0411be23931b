/** A few files of a repository in a temporary directory, to try things on. The repository is read and nothing else. */
import type { Config } from '../../config/index.ts';
import { isExample, isVendored, mayBeTest } from '../../core/file-kind/index.ts';
import { adapters } from '../../core/languages/index.ts';
import { type Folder, withTemporaryFolder } from '../../core/store/index.ts';
import { byCodeUnit } from '../../core/text/index.ts';
import { type FileFacts, isRefusal, openWorkspace } from '../../core/workspace/index.ts';

export interface Sample {
  /** Where it lies. */
  readonly root: string;
  /** Copied; the source of the product apart from what surrounds it, and before it. */
  readonly groups: readonly (readonly string[])[];
  /** Files of the repository. */
  readonly total: number;
  text(path: string): string;
  /** Puts the text of a copied file elsewhere. */
  move(path: string, to: string, text: string): Promise<void>;
}

/** Enough for a search to have something to choose from, and copied and indexed in a second. */
const MOST_FILES = 40;
const MOST_BYTES = 32 * 1024;
const LEAST_BYTES = 200;
const SOURCE = /(?:^|\/)(?:src|source|lib|app|pkg|cmd|internal|packages|crates)\//i;
const SURROUNDINGS = /(?:^|\/)(?:bench|benchmarks?|scripts?|tools?|docs?|build|ci|hack|demo|samples?)\//i;
/** Names that any file system takes. */
const PLAIN_PATH = /^(?:[\p{L}\p{N}_][\p{L}\p{N}_. -]*\/)*[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u;

export async function withSample<T>(
  { root, maxFileBytes, deny, excludeGlobs, programPath }: Config,
  signal: AbortSignal,
  work: (sample: Sample) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace({ root, maxFileBytes, extraDeny: deny, excludeGlobs, programPath });
  const listed = await workspace.files({ signal });
  const texts = new Map<string, string>();
  for (const { path } of worthShowing(listed)) {
    if (texts.size === MOST_FILES) break;
    signal.throwIfAborted();
    const file = await workspace.readText(path);
    if (!isRefusal(file)) texts.set(path, file.text);
  }
  return await withTemporaryFolder(async (folder) => {
    for (const [path, text] of texts) {
      signal.throwIfAborted();
      await put(folder, path, text);
    }
    return await work({
      root: folder.path,
      groups: GROUPS.map((group) => [...texts.keys()].filter((path) => groupOf(path) === group)),
      total: listed.length,
      text: (path) => texts.get(path) ?? '',
      async move(path, to, text) {
        await (await folderOf(folder, path)).remove(nameOf(path));
        await put(folder, to, text);
      },
    });
  });
}

const GROUPS = [0, 1, 2] as const;

function groupOf(path: string): (typeof GROUPS)[number] {
  return SURROUNDINGS.test(path) ? 2 : SOURCE.test(path) ? 0 : 1;
}

/** Programs: the source of the product first, then the uppermost. */
function worthShowing(files: readonly FileFacts[]): FileFacts[] {
  const endings = new Set(
    adapters().flatMap(({ extensions }) => extensions.map((one) => one.replace(/^\./, ''))),
  );
  const depth = ({ path }: FileFacts) => path.split('/').length;
  return files
    .filter(({ path, size }) => size >= LEAST_BYTES && size <= MOST_BYTES && PLAIN_PATH.test(path))
    .filter(({ path }) => endings.has(path.slice(path.lastIndexOf('.') + 1)) && isOwnCode(path))
    .sort((a, b) => groupOf(a.path) - groupOf(b.path) || depth(a) - depth(b) || byCodeUnit(a.path, b.path));
}

/** Code itself, not its tests and examples. */
function isOwnCode(path: string): boolean {
  return !mayBeTest(path) && !isExample(path) && !isVendored(path);
}

async function put(folder: Folder, path: string, text: string): Promise<void> {
  await (await folderOf(folder, path)).createExclusive(nameOf(path), text);
}

async function folderOf(folder: Folder, path: string): Promise<Folder> {
  let inner = folder;
  for (const step of path.split('/').slice(0, -1)) inner = await inner.folder(step, { create: true });
  return inner;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
