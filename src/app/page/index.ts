/**
 * What the page shows, as values: each view has a function. They read through the same services as the tools, so the same
 * sandbox and deny list apply; what a tool can answer is asked of the tool. Nothing here writes.
 */
import { basename } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { ToolValues } from '../areas.ts';
import type { AuditJournal } from '../audit.ts';
import type { Call } from '../dispatch.ts';
import type { Services } from '../services.ts';
import { type ActivityView, activityView, type CallLine, callsAfter, PAGE_REQUEST } from './activity.ts';
import { createAdditions } from './additions.ts';
import { type BundleQuery, type BundleView, bundleView } from './bundle.ts';
import type { CallTool } from './call-tool.ts';
import { type ChangeQuery, type ChangeView, changeView } from './change.ts';
import { type EntryView, entryView, type NoteView, noteView, type PackView, packView } from './items.ts';
import { type KnowledgeList, knowledgeList } from './knowledge.ts';
import { createMap, type FileView, fileView, type MapView } from './map.ts';
import { pathsWithKnowledge } from './marks.ts';
import { type SearchView, searchView } from './search.ts';
import { warmUp } from './warm-up.ts';

export interface Overview {
  name: string;
  version: string;
  /** What the counts in the navigation are; the files are those that can be searched. */
  index: { state: string; files: number; progress: { done: number; total: number } | null };
}

export interface PageData {
  overview(): Promise<Overview>;
  change(query: ChangeQuery, signal: AbortSignal): Promise<ChangeView>;
  /** Whole, or after some time without what the history says. */
  knowledge(signal: AbortSignal, waitMs?: number): Promise<KnowledgeList>;
  entry(id: string, signal: AbortSignal): Promise<EntryView>;
  pack(id: string, signal: AbortSignal): Promise<PackView>;
  note(scope: string, signal: AbortSignal): Promise<NoteView>;
  map(path: string, signal: AbortSignal): Promise<MapView>;
  file(path: string, signal: AbortSignal): Promise<FileView>;
  search(query: string, signal: AbortSignal): Promise<SearchView>;
  bundle(query: BundleQuery, signal: AbortSignal): Promise<BundleView>;
  activity(): Promise<ActivityView>;
  /** Calls that were recorded after a moment. */
  callsAfter(time: number): Promise<readonly CallLine[]>;
  /** Files that something is written about, by path. */
  filesWithKnowledge(signal: AbortSignal): Promise<readonly string[]>;
  call: CallTool;
  /** Reads ahead what the first views need. */
  warmUp(signal: AbortSignal): Promise<void>;
}

export interface PageDeps {
  services: Services;
  audit: AuditJournal;
  call: Call;
  clock: Clock;
  version: string;
}

const MOST_ITEMS = 50;

export function createPageData({ services, audit, call, clock, version }: PageDeps): PageData {
  const map = createMap(services, clock.elapsed);
  const added = createAdditions(services);
  const callTool: CallTool = async (name, args, signal) => {
    const outcome = await call(name, args, { requestId: PAGE_REQUEST, form: 'text', signal });
    if (outcome === undefined) throw new Error(`there is no tool ${name}`);
    if (outcome.isError) throw outcome.error;
    // The dispatcher returns what the tool of that name returned.
    return { value: outcome.value as ToolValues[typeof name], text: outcome.text };
  };
  const page: PageData = {
    overview: async () => {
      const { state, indexedFileCount, progress } = await services.engine.index.status();
      return {
        name: basename(services.workspace.root),
        version,
        index: { state, files: indexedFileCount, progress: progress ?? null },
      };
    },
    change: (query, signal) => changeView(services, query, signal),
    knowledge: (signal, waitMs) => knowledgeList(services, added, signal, waitMs),
    entry: (id, signal) => entryView(services, added, id, signal),
    pack: (id, signal) => packView(services, id, signal),
    note: (scope, signal) => noteView(services, scope, signal),
    map: (path, signal) => map.view(path, signal),
    file: (path, signal) => fileView(services, path, signal),
    search: (query, signal) => searchView(services, callTool, query, clock.elapsed, signal),
    bundle: (query, signal) => bundleView(services, callTool, query, signal),
    activity: async () => activityView(audit, await services.sessions.items(MOST_ITEMS), clock.now()),
    callsAfter: (time) => callsAfter(audit, time),
    filesWithKnowledge: async (signal) =>
      [...(await pathsWithKnowledge(services.knowledge.facts(signal)))].sort(),
    call: callTool,
    warmUp: (signal) => warmUp(services, page, signal),
  };
  return page;
}
