/** What the rules look at: knowledge as it is, and beside it the files of entries and their history in git. */
import { type Facts, once } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';
import { type Collision, findCollisions } from './collisions.ts';
import { type EntryFile, type EntryHistory, readEntryFiles } from './entry-files.ts';

export interface CheckFacts extends Facts {
  /** By number. */
  entryFiles(): Promise<readonly EntryFile[]>;
  /** Undefined: there is no git to ask. */
  history(): Promise<EntryHistory | undefined>;
  collisions(): Promise<readonly Collision[]>;
  /** A path for a command in an advice: as it is typed where the reader is, quoted for a shell. */
  typed(path: string): string;
}

export function gatherCheckFacts(
  services: Services,
  history: CheckFacts['history'],
  signal: AbortSignal,
  typed: (path: string) => string,
): CheckFacts {
  const facts = services.knowledge.facts(signal);
  const entryFiles = once(() => readEntryFiles(services.workspace, facts));
  return {
    ...facts,
    entryFiles,
    history,
    collisions: once(async () =>
      findCollisions({
        ...services,
        signal,
        stash: await facts.stash(),
        entries: await entryFiles(),
        history: await history(),
        citations: facts.citations,
      }),
    ),
    typed: (path) => quoted(typed(path)),
  };
}

/** For a shell, where the path needs it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
