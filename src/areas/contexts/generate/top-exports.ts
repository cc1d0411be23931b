/** The declarations that say most about a directory. */
import type { DirectoryFacts } from './directory.ts';
import { isNamesake, isType } from './named.ts';
import type { Exported, SourceFile } from './source-file.ts';

export interface RankedExport extends Exported {
  file: SourceFile;
}

/** A type is worth this many lines more than a function, and documentation as many as a page. */
const TYPE_BONUS = 150;
const DOC_BONUS = 60;
const NAMESAKE_BONUS = 100;
/** What a caller begins with. */
const WAY_IN = /^(?:new|default|open|create|connect|main|run|start)$/i;
const WAY_IN_BONUS = 150;
const MOST_LINES = 300;

/** Best first. */
export function topExports({ files }: Pick<DirectoryFacts, 'files'>): RankedExport[] {
  const seen = new Set<string>();
  return files
    .flatMap((file) => file.exported.map((each) => ({ ...each, file })))
    .map((each, at) => ({ each, at, score: scoreOf(each) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .flatMap(({ each }) => {
      // Overloads, and the same name on several platforms.
      if (seen.has(each.name)) return [];
      seen.add(each.name);
      return [each];
    });
}

function scoreOf({ kind, doc, lines, name, file }: RankedExport): number {
  return (
    (isType(kind) ? TYPE_BONUS : 0) +
    (doc === undefined ? 0 : DOC_BONUS) +
    (isNamesake(name, file.name) ? NAMESAKE_BONUS : 0) +
    (WAY_IN.test(name) && doc !== undefined ? WAY_IN_BONUS : 0) +
    Math.min(lines, MOST_LINES) -
    (name === name.toUpperCase() ? TYPE_BONUS : 0)
  );
}
