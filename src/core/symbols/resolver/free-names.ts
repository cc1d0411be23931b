/** Names that their own file does not bind: inherited, of the same package, brought by a star import, or seen everywhere. */
import { type FileFacts, plainName } from '../../facts/index.ts';
import { type LanguageScope, scopeOfLanguage } from '../language-scope.ts';
import { type Meaning, UNKNOWN } from '../meaning.ts';
import { isMacro, isTag, isType } from './declared.ts';
import { globalName } from './global-names.ts';
import type { Lookups } from './lookups.ts';
import { exportedBy, insideOfType, packageFiles, throughStar } from './module-names.ts';

/** A name that its own file does not bind. */
export async function freeName(
  lookups: Lookups,
  path: string,
  facts: FileFacts,
  name: string,
  around: number,
  depth: number,
): Promise<readonly Meaning[]> {
  const scope = scopeOfLanguage(facts.language);
  if (scope.family === 'rust' && name.endsWith('!'))
    return await globalName(lookups, path, facts, name.slice(0, -1), scope, isMacro);
  if (name.startsWith('struct ')) return await globalName(lookups, path, facts, name.slice(7), scope, isTag);
  if (around >= 0) {
    const inherited = await inheritedBy(lookups, path, facts, around, name);
    if (inherited !== undefined) return inherited;
  }
  if (scope.sees === 'package') {
    const found = await inPackage(lookups, path, facts, name, scope, depth);
    if (found.length > 0) return found;
  }
  for (const each of facts.imports) {
    if (!each.isStar) continue;
    if (scope.followsModules || scope.hasFullNames) {
      const found = await throughStar(lookups, path, each, name, depth);
      if (found.length > 0) return found;
      continue;
    }
    // A package may be in several directories, so the file of the name itself is asked for first.
    const [specifier, isPackage] = [
      each.specifier.replace(/[*_]$/, plainName(name)),
      /\.[*_]$/.test(each.specifier),
    ];
    const reference = { kind: each.kind, line: each.line, names: [] };
    const own = isPackage ? await lookups.importedFiles(path, { ...reference, specifier }) : [];
    const files =
      own.length > 0 ? own : await lookups.importedFiles(path, { ...reference, specifier: each.specifier });
    const found = await exportedBy(lookups, files, name, depth);
    if (found.length > 0) return found;
    const inside = await insideOfType(lookups, files, each.specifier, name);
    if (inside.length > 0) return inside;
  }
  if (scope.importsSpaces) {
    const module = await importOfSpace(lookups, path, facts, name);
    if (module !== undefined) return [module];
  }
  if (scope.sees === 'all' || scope.sees === 'space')
    return await globalName(lookups, path, facts, name, scope);
  if (scope.sees === 'perhaps') {
    const found = await globalName(lookups, path, facts, name, scope);
    return found.every(({ is }) => is === 'external') ? found : UNKNOWN;
  }
  // A package of this repository may be written out from its root, as in `ujson.read`.
  if (scope.writesOutPackages && /^\p{Ll}/u.test(name)) return UNKNOWN;
  return [{ is: 'external', name }];
}

/** The import of the package that calls itself so, whatever the path to it is. */
async function importOfSpace(
  lookups: Lookups,
  path: string,
  facts: FileFacts,
  name: string,
): Promise<Meaning | undefined> {
  for (const { specifier, kind, line, imported, isStar } of facts.imports) {
    if (imported !== '*' || isStar) continue;
    const files = await lookups.importedFiles(path, { specifier, kind, line, names: [] });
    const [first] = files;
    if (first !== undefined && (await lookups.facts(first))?.space === name)
      return { is: 'module', files, from: path, specifier, sure: true };
  }
  return undefined;
}

/** The other files of the directory that say they are of the same package. */
async function sameSpace(
  lookups: Lookups,
  path: string,
  { space }: FileFacts,
  scope: LanguageScope,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const each of packageFiles(lookups, path, scope))
    if ((await lookups.facts(each))?.space === space) found.push(each);
  return found;
}

/** What files of the same package offer: of the same directory, or one of the same name below another source directory. */
async function inPackage(
  lookups: Lookups,
  path: string,
  facts: FileFacts,
  name: string,
  scope: LanguageScope,
  depth: number,
): Promise<readonly Meaning[]> {
  if (facts.space !== '') {
    const reference = { specifier: scope.join(facts.space, plainName(name)), line: 1, names: [] };
    const files = await lookups.importedFiles(path, { ...reference, kind: 'import' });
    const found = await exportedBy(
      lookups,
      files.filter((each) => each !== path),
      name,
      depth,
    );
    if (found.length > 0) return found;
  }
  return await exportedBy(lookups, await sameSpace(lookups, path, facts, scope), name, depth);
}

/** Members of the classes around that need no `this`. */
async function inheritedBy(
  lookups: Lookups,
  path: string,
  facts: FileFacts,
  around: number,
  name: string,
): Promise<readonly Meaning[] | undefined> {
  for (let at = around; at >= 0; at = facts.declarations[at]?.parent ?? -1) {
    const declaration = facts.declarations[at];
    if (declaration === undefined || !isType(declaration)) continue;
    const found = await lookups.members({ path, index: at }, name);
    if (found.some(({ is }) => is === 'declaration')) return found;
  }
  return undefined;
}
