/** The repository as a tree of sizes: lines, what is written about them, how often they change and are read. */
import { AppError } from '../../core/errors.ts';
import { splitLines } from '../../core/text/index.ts';
import { isRefusal, refusalError } from '../../core/workspace/index.ts';
import { scopesAbove } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';
import { type Freshness, noteState, worst } from './knowledge.ts';
import { type LineMark, marksIn, marksOn, type PlaceStatus, pathsWithKnowledge } from './marks.ts';

export interface MapNode {
  name: string;
  path: string;
  lines: number;
  files: number;
  /** Places that something is written about. */
  notes: number;
  /** How many of the last commits touched it. */
  churn: number;
  /** How often agents read it. */
  reads: number;
  /** Of what is written about the files, the most doubtful; for a directory with a note, that too. */
  state: Freshness;
  /** Of a directory, as far as it is shown; absent for a file. */
  children?: MapNode[];
}

export interface MapView {
  root: MapNode;
  /** Commits that were counted. */
  commits: number;
  warnings: readonly string[];
}

/** Below the directory asked for; what is deeper is only counted. A small tree has room for one level more. */
const DEPTH = 2;
const SMALL_TREE = 500;
/** Of one directory; the smallest are left out of the drawing and stay in the sums. */
const MOST_CHILDREN = 150;
const CHURN_COMMITS = 500;
const MOST_READ_FILES = 10_000;
const SOME_LINES = 1;
/** What begins with a dot is shown to whoever goes there. */
const HIDDEN = /(?:^|\/)\./;

interface FileFigures {
  notes: number;
  states: PlaceStatus[];
}

export interface MapSource {
  view(path: string, signal: AbortSignal): Promise<MapView>;
}

/** What is asked of git takes long in a large history and changes rarely: it is kept for a while. */
const CHURN_MS = 60_000;

export function createMap(services: Services, elapsed: () => number): MapSource {
  let churn: { at: number; counts: Promise<ReadonlyMap<string, number>> } | undefined;
  const churnNow = (signal: AbortSignal) => {
    if (churn === undefined || elapsed() - churn.at > CHURN_MS) {
      const counts = services.workspace.git
        .churn(CHURN_COMMITS, signal)
        .then((found) => found ?? new Map<string, number>());
      churn = { at: elapsed(), counts };
      // A call that was cancelled leaves nothing.
      counts.catch(() => {
        churn = undefined;
      });
    }
    return churn.counts;
  };
  return {
    async view(asked, signal) {
      const path = services.workspace.resolve(asked === '' ? '.' : asked);
      if (isRefusal(path)) throw refusalError(path);
      const facts = services.knowledge.facts(signal);
      const [lines, files, churned, items, known, contexts] = await Promise.all([
        services.engine.index.lineCounts(),
        services.engine.index.files(signal),
        churnNow(signal),
        services.sessions.items(MOST_READ_FILES),
        pathsWithKnowledge(facts),
        facts.contexts(),
      ]);
      const reads = new Map(items.map((item) => [item.path, item.reads]));
      const marks = marksIn(await facts.linksTo(known));
      const noted = new Map(contexts.map((context) => [context.scope, noteState(context)]));
      const root = emptyNode(path === '.' ? '' : (path.split('/').at(-1) ?? ''), path);
      const byPath = new Map<string, MapNode>([[path, root]]);
      const states = new Map<MapNode, Freshness[]>();
      const below = path === '.' ? '' : `${path}/`;
      const shown = files.filter(
        (file) => (file.startsWith(below) || file === path) && !HIDDEN.test(file.slice(below.length)),
      );
      const depth = shown.length <= SMALL_TREE ? DEPTH + 1 : DEPTH;
      for (const file of shown) {
        const figures = figuresOf(marks.get(file) ?? []);
        for (const node of nodesFor(file, { path, depth }, root, byPath)) {
          node.lines += Math.max(SOME_LINES, lines.get(file) ?? 0);
          node.files++;
          node.notes += figures.notes;
          node.churn += churned.get(file) ?? 0;
          node.reads += reads.get(file) ?? 0;
          if (figures.states.length > 0) states.set(node, [...(states.get(node) ?? []), ...figures.states]);
        }
      }
      if (root.files === 0)
        throw new AppError('not_found', 'not_found', 'No file below that path can be searched.', {
          hint: 'Go back to the whole repository.',
        });
      for (const node of byPath.values()) finish(node, states.get(node) ?? [], noted);
      return { root, commits: CHURN_COMMITS, warnings: facts.notes() };
    },
  };
}

function figuresOf(marks: readonly LineMark[]): FileFigures {
  return { notes: marks.length, states: marks.map(({ state }) => state) };
}

function emptyNode(name: string, path: string): MapNode {
  return { name, path, lines: 0, files: 0, notes: 0, churn: 0, reads: 0, state: 'unchecked' };
}

/** The nodes that a file counts for: those of the directories around it, as deep as is shown, and its own. */
function nodesFor(
  file: string,
  { path, depth }: { path: string; depth: number },
  root: MapNode,
  byPath: Map<string, MapNode>,
): MapNode[] {
  if (file === path) return [root];
  const around = [file, ...scopesAbove(file)].reverse();
  const inside = around.slice(around.indexOf(path) + 1, around.indexOf(path) + 1 + depth);
  const nodes = [root];
  for (const each of inside) {
    const known = byPath.get(each);
    const node = known ?? emptyNode(each.split('/').at(-1) ?? each, each);
    if (known === undefined) {
      const parent = nodes.at(-1) ?? root;
      parent.children ??= [];
      parent.children.push(node);
      byPath.set(each, node);
    }
    nodes.push(node);
  }
  // A directory at the last level is a directory still.
  const last = nodes.at(-1);
  if (last !== undefined && last.path !== file) last.children ??= [];
  return nodes;
}

function finish(node: MapNode, states: readonly Freshness[], noted: ReadonlyMap<string, Freshness>): void {
  const own = noted.get(node.path);
  const codeStates = states.filter(isPlaceStatus);
  node.state = own === 'stale' || own === 'invalid' ? own : worst(codeStates);
  if (node.state === 'unchecked' && own !== undefined) node.state = own;
  if (node.children === undefined) return;
  node.children.sort((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1));
  node.children.length = Math.min(node.children.length, MOST_CHILDREN);
}

function isPlaceStatus(state: Freshness): state is PlaceStatus {
  return ['fresh', 'moved', 'edited', 'ambiguous', 'lost'].includes(state);
}

export interface FileView {
  path: string;
  lines: readonly string[];
  /** How many lines the file has, if not all are shown. */
  total: number;
  symbols: readonly { name: string; kind: string; line: number; endLine: number }[];
  marks: readonly LineMark[];
}

const MOST_LINES = 20_000;

export async function fileView(services: Services, written: string, signal: AbortSignal): Promise<FileView> {
  const path = services.workspace.resolve(written);
  if (isRefusal(path)) throw refusalError(path);
  const read = await services.workspace.readText(path);
  if (isRefusal(read)) throw refusalError(read);
  const lines = splitLines(read.text);
  const { symbols } = await services.parseOutline(path, read.text, { signal });
  const marks = (await marksOn(services, new Set([path]), signal)).get(path) ?? [];
  return {
    path,
    lines: lines.slice(0, MOST_LINES),
    total: lines.length,
    symbols: symbols.map(({ name, kind, startLine, endLine }) => ({ name, kind, line: startLine, endLine })),
    marks,
  };
}
