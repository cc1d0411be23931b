/** The symbols that a change touched, and where they are now. */
import { hasFacts, parseQuestion, type SymbolMatch, type SymbolSession } from '../../core/symbols/index.ts';
import { isRefusal, type RepoPath } from '../../core/workspace/index.ts';
import type { Change } from '../brief/change.ts';
import type { Services } from '../services.ts';
import { type ChangedDeclaration, changedDeclarations, type Version } from './changed-declarations.ts';

export interface ChangedSymbol {
  qualified_name: string;
  kind: string;
  path: string;
  start_line: number;
  end_line: number;
  change: ChangedDeclaration['change'] | 'named';
}

export interface ChangedSymbols {
  /** What was there before comes first: others may depend on it. */
  changed: readonly ChangedSymbol[];
  /** Of what is still declared, in the same order. */
  matches: readonly SymbolMatch[];
}

/** `before` gives the text of a file before the change; undefined for a new one. */
export async function changedSymbols(
  services: Pick<Services, 'workspace' | 'outline'>,
  session: SymbolSession,
  { files, before }: { files: Change['files']; before: (path: string) => string | undefined },
  signal: AbortSignal,
): Promise<ChangedSymbols> {
  const found: { symbol: ChangedSymbol; match: SymbolMatch | undefined }[] = [];
  for (const path of comparedPaths(services, files)) {
    for (const each of await changedIn(services, path, before(path), signal)) {
      const match = each.change === 'removed' ? undefined : await declaredAt(session, path, each);
      const symbol = {
        qualified_name: each.name,
        kind: each.kind,
        path,
        start_line: each.startLine,
        end_line: each.endLine,
        change: each.change,
      };
      found.push({ symbol: match === undefined ? symbol : described(match, each.change), match });
    }
  }
  const ordered = ORDER.flatMap((change) => found.filter(({ symbol }) => symbol.change === change));
  return {
    changed: ordered.map(({ symbol }) => symbol),
    matches: ordered.flatMap(({ match }) => match ?? []),
  };
}

/** The texts that changedSymbols compares, as they were in the commit. */
export async function textsBefore(
  services: Pick<Services, 'workspace'>,
  { base, files }: Pick<Change, 'base' | 'files'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (base === undefined) return texts;
  const paths = comparedPaths(services, files);
  for await (const { path, text } of services.workspace.git.texts(base, paths, signal)) texts.set(path, text);
  return texts;
}

function comparedPaths({ workspace }: Pick<Services, 'workspace'>, files: Change['files']): RepoPath[] {
  return files
    .map(({ path }) => workspace.resolve(path))
    .filter((path): path is RepoPath => !isRefusal(path) && hasFacts(path));
}

const ORDER = ['changed', 'removed', 'added'] as const;

async function changedIn(
  { workspace, outline }: Pick<Services, 'workspace' | 'outline'>,
  path: RepoPath,
  before: string | undefined,
  signal: AbortSignal,
): Promise<ChangedDeclaration[]> {
  const version = async (text: string | undefined): Promise<Version | undefined> =>
    text === undefined ? undefined : { text, symbols: await outline(path, text, { signal }) };
  const now = await workspace.readText(path);
  return changedDeclarations(await version(before), await version(isRefusal(now) ? undefined : now.text));
}

async function declaredAt(
  session: SymbolSession,
  path: string,
  { name, startLine, endLine }: ChangedDeclaration,
): Promise<SymbolMatch | undefined> {
  const found = await session.find({ ...parseQuestion(name), path });
  return found.find(({ line }) => startLine <= line && line <= endLine);
}

export function described(match: SymbolMatch, change: ChangedSymbol['change']): ChangedSymbol {
  return {
    qualified_name: match.qualifiedName,
    kind: match.kind,
    path: match.path,
    start_line: match.startLine,
    end_line: match.endLine,
    change,
  };
}
