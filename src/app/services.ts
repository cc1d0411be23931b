/** The services that areas share, each built once: the sandbox, the index, outlines, notes, packs, what is known. */
import { isAbsolute, join, relative, sep } from 'node:path';
import { contextsArea } from '../areas/contexts/index.ts';
import { bundleStore, type OutlinePort } from '../areas/explore/index.ts';
import { PACK_FOLDER, packsArea } from '../areas/packs/index.ts';
import { openSessions } from '../areas/recall/index.ts';
import { type CitationsIn, grepCitingFiles, openStash, type Stash } from '../areas/stash/index.ts';
import type { Config } from '../config/index.ts';
import type { KnowledgeAt } from '../core/knowledge-note.ts';
import type { ImportReference } from '../core/languages/index.ts';
import { markerIn, openDataDirectory, openFolder } from '../core/store/index.ts';
import type { SymbolIndex } from '../core/symbols/index.ts';
import { openWorkspace, type WatchSystem, watchOfSystem } from '../core/workspace/index.ts';
import { createKnowledge } from '../knowledge/index.ts';
import { derivedData } from './derived-data.ts';
import { createEngine } from './engine.ts';
import type { Host } from './host.ts';
import { passagesWhenAsked } from './passages.ts';
import { symbolsWhenAsked } from './symbols.ts';

export type Services = Awaited<ReturnType<typeof buildServices>>;

export async function buildServices(config: Config, host: Host) {
  const { clock, log, token, watchSystem } = host;
  const workspaceOptions = {
    root: config.root,
    rootInShell: config.rootInShell,
    maxFileBytes: config.maxFileBytes,
    extraDeny: config.deny,
    excludeGlobs: config.excludeGlobs,
    dataDir: config.dataDir,
    programPath: config.programPath,
    ...(host.frozen === true ? { frozen: true } : {}),
  };
  // Inside the repository no link may lead to what we write; elsewhere the person chose the place.
  const within = (path: string) => (isInside(path, config.root) ? { within: config.root } : {});
  // If they exist: reading creates nothing.
  const ownFolders = {
    data: () => openFolder(config.dataDir, within(config.dataDir)),
    packs: async () => (await openFolder(config.packRoot, within(config.packRoot)))?.folder(PACK_FOLDER),
  };
  const openData = () => openDataDirectory(config.dataDir, within(config.dataDir));
  const watches = countWatches(watchSystem);
  const workspace = await openWorkspace(workspaceOptions, {
    // In a frozen tree nothing is reported, because nothing happens.
    ...(host.frozen === true
      ? {}
      : { marker: { directory: config.dataDir, word: token(), mark: markerIn(openData) } }),
    watchSystem: watches.system,
    keepsListing: host.staysOpen === true ? clock : undefined,
  });
  const derived = derivedData({ root: workspace.root, isShared: config.sharesDerivedData, openData, log });
  const engine = createEngine({ config, workspace, workspaceOptions, derived, ...host });
  const symbols = symbolsWhenAsked({
    workspace,
    place: derived,
    clock,
    log,
    filesWith: engine.index.filesWith,
    files: (signal) => engine.index.files(signal),
    isIndexing: () => engine.index.isBusy(),
    staysOpen: host.staysOpen ?? false,
  });
  const sessions = openSessions({ folder: openData, clock, log, token });
  const store = bundleStore(openData, workspace);

  const isDisabled = async (path: string) => {
    const { languageOf } = await import('../core/languages/index.ts');
    return config.disabledAdapters.includes(languageOf(path) ?? '');
  };
  // Parsing threads start with the first text that needs them.
  const parseOutline: OutlinePort['outline'] = async (path, text, options) => {
    if (await isDisabled(path)) return { symbols: [], stopped: undefined };
    const { parse, stopReason } = await import('../core/parsing/index.ts');
    const outcome = await parse('outline', path, text, options);
    return outcome.stopped === undefined
      ? { symbols: outcome.value, stopped: undefined }
      : { symbols: [], stopped: stopReason(outcome.stopped) };
  };
  const outline = async (...asked: Parameters<typeof parseOutline>) => (await parseOutline(...asked)).symbols;
  const assignments: SymbolIndex['assignments'] = async (path, text, signal) =>
    (await isDisabled(path)) ? [] : await symbols.assignments(path, text, signal);
  const citationsIn: CitationsIn = async (path, text, options) =>
    (await import('../core/parsing/index.ts')).citations(path, text, options);

  const entries = openStash({
    workspace,
    symbolsOf: outline,
    citationsIn,
    citingFiles: grepCitingFiles(engine.index.grep),
  });
  const stash: Stash = {
    ...entries,
    create: async (entry, signal) => {
      const created = await entries.create(entry, signal);
      knowledge.forget();
      if (entry.type !== undefined) sessions.discovered(created.ref);
      return created;
    },
  };
  const packs = packsArea({
    workspace,
    storage: {
      path: config.packRoot,
      ...within(config.packRoot),
      isDenied: (path) =>
        isInside(config.packRoot, config.root) &&
        workspace.isDenied(join(relative(config.root, config.packRoot), path)),
    },
    symbolsOf: outline,
    bundle: store.get,
    clock,
    log,
    token,
  });
  const contexts = contextsArea({
    workspace,
    allowRoots: config.allowRoot,
    options: workspaceOptions,
    openData,
    clock,
    imports: importTargets,
  });
  const knowledge = createKnowledge({
    workspace,
    symbolsOf: outline,
    citationsIn,
    stash: entries,
    packs,
    packFolder: isInside(config.packRoot, config.root)
      ? relative(config.root, config.packRoot).replaceAll(sep, '/')
      : undefined,
    claims: contexts.knowledge,
    clock,
    failed: (source, error) => log.warn('a source of knowledge cannot be read', { source, error }),
  });
  const knowledgeAt: KnowledgeAt =
    config.knowledge === 'on' ? knowledge.at : async (places) => places.map(() => []);

  return {
    workspace,
    workspaceOptions,
    openData,
    derived,
    ownFolders,
    engine,
    symbols,
    passages: passagesWhenAsked({ search: (query, options) => engine.index.search(query, options), symbols }),
    sessions,
    store,
    outline,
    parseOutline,
    assignments,
    citationsIn,
    stash,
    packs,
    contexts,
    knowledge,
    knowledgeAt,
    watches: watches.count,
    close: async () => {
      await sessions.close();
      await symbols.close();
      await engine.index.close();
      workspace.closeListing();
    },
  };
}

/** The same system, and how many of its watches are open. */
function countWatches(system: WatchSystem = {}): { system: WatchSystem; count(): number } {
  const { watchPlace = watchOfSystem } = system;
  let count = 0;
  const counted: typeof watchPlace = (place, recursive) => {
    const watcher = watchPlace(place, recursive);
    count++;
    watcher.once('close', () => count--);
    return watcher;
  };
  return { system: { ...system, watchPlace: counted }, count: () => count };
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Which files of a listing an import means. The resolvers are loaded with the first listing. */
async function importTargets(
  paths: readonly string[],
  readText: (path: string) => Promise<string | undefined>,
) {
  const { createFileView, resolverFor } = await import('../core/imports/index.ts');
  const view = createFileView(paths, readText);
  return async (from: string, reference: ImportReference) =>
    (await resolverFor(from)?.({ from, reference, view })) ?? [];
}
