/** The directories of a scan as a tree: those that get a document, and small ones that only their parents mention. */
import { byCodeUnit } from '../../../core/text/index.ts';
import type { FileFacts } from '../../../core/workspace/index.ts';
import { parentScope } from '../document/scope.ts';
import type { Scan, ScannedDirectory } from '../freshness/scan.ts';

export interface DirectoryNode {
  scope: string;
  files: readonly FileFacts[];
  eligible: boolean;
  /** Scopes, in order. */
  children: readonly string[];
}

/** `skips`: directories that get no document although they are large enough. */
export function directoryTree(
  { eligible, small }: Scan,
  skips: (directory: ScannedDirectory) => boolean,
): ReadonlyMap<string, DirectoryNode> {
  const nodes = new Map<
    string,
    { scope: string; files: readonly FileFacts[]; eligible: boolean; children: string[] }
  >();
  const add = (scope: string, files: readonly FileFacts[], isEligible: boolean) => {
    if (nodes.has(scope)) return;
    nodes.set(scope, { scope, files, eligible: isEligible, children: [] });
  };
  for (const each of eligible) add(each.scope, each.files, !skips(each));
  for (const { scope, files } of small) add(scope, files, false);
  for (const { scope } of small)
    for (let up = parentScope(scope); up !== undefined; up = parentScope(up)) add(up, [], false);
  for (const scope of [...nodes.keys()].sort(byCodeUnit)) {
    const parent = parentScope(scope);
    if (parent !== undefined) nodes.get(parent)?.children.push(scope);
  }
  return nodes;
}
