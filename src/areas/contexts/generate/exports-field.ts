/** What a directory offers to others: the fields `exports` and `interfaces`, the most important declarations first. */
import { byCodeUnit } from '../../../core/text/index.ts';
import { listed, shortened } from './prose.ts';
import type { DirectoryFacts } from './read-directory.ts';
import type { Exported, SourceFile } from './source-file.ts';
import { isNamesake, isType } from './visibility.ts';

const MOST_EXPORTS = 25;
const MOST_INTERFACES = 15;
const LONGEST_EXPORT = 120;
const MEMBERS_SHOWN = 6;

export interface RankedExport extends Exported {
  file: SourceFile;
}

/** Bonuses, in lines: declarations are ranked by length. */
const TYPE_BONUS = 150;
const DOC_BONUS = 60;
const NAMESAKE_BONUS = 100;
/** Names that callers usually start with. */
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
      // Skip overloads, and the same name for several platforms.
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

export function exportsField(facts: DirectoryFacts): string[] {
  return inFileOrder(topExports(facts).slice(0, MOST_EXPORTS)).map(exportText);
}

function exportText({ kind, name, signature }: RankedExport): string {
  if (/function|method|macro/.test(kind)) return shortened(`${name}${signature}`, LONGEST_EXPORT);
  const shown = signature === '()' || signature.startsWith('=') ? '' : signature;
  return shortened(
    `${kind.replace(/^exported_|_alias$/g, '').replaceAll('_', ' ')} ${name}${shown}`,
    LONGEST_EXPORT,
  );
}

export interface InterfaceEntry {
  name: string;
  description: string;
}

/** Types with members, and everything that is documented. */
export function interfacesField(facts: DirectoryFacts): InterfaceEntry[] {
  const described = topExports(facts).filter(
    ({ kind, doc, members }) => doc !== undefined || (isType(kind) && members.length > 0),
  );
  return inFileOrder(described.slice(0, MOST_INTERFACES)).map(({ name, doc, members }) => ({
    name,
    description: doc ?? `Has ${listed(members, MEMBERS_SHOWN)}.`,
  }));
}

function inFileOrder(found: readonly RankedExport[]): RankedExport[] {
  return found.toSorted(
    (a, b) =>
      byCodeUnit(a.file.name, b.file.name) ||
      a.file.exported.findIndex(({ name }) => name === a.name) -
        b.file.exported.findIndex(({ name }) => name === b.name),
  );
}
