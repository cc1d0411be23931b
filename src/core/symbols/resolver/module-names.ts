/** What imports mean and what files offer to others, through files that pass names on. */
import { type FactImport, type FileFacts, methodName, plainName } from '../../facts/index.ts';
import { type LanguageScope, scopeOfLanguage } from '../language-scope.ts';
import { type DeclarationRef, type Meaning, UNKNOWN, unsure } from '../meaning.ts';
import { declared, isFilePrivate, isMacro, isTopLevel, isType } from './declared.ts';
import { globalName } from './global-names.ts';
import { inOrder, type Lookups, MOST_DEPTH } from './lookups.ts';

/** The name under which `module.exports = …` is exported. */
const WHOLE_MODULE = 'module.exports';

export async function importedMeaning(
  lookups: Lookups,
  path: string,
  found: FactImport | undefined,
  depth: number,
): Promise<readonly Meaning[]> {
  if (found === undefined) return UNKNOWN;
  const { specifier, kind, line, imported } = found;
  const { followsModules, hasFullNames } = scopeOfLanguage((await lookups.facts(path))?.language ?? '');
  if (hasFullNames) return await inFull(lookups, specifier, depth);
  if (followsModules && kind === 'use') return await followed(lookups, path, found, depth);
  const files = await lookups.importedFiles(path, { specifier, kind, line, names: [] });
  if (kind === 'require' && imported === '*') {
    const whole = await exportedBy(lookups, files, WHOLE_MODULE, depth);
    if (whole.length > 0) return whole;
  }
  if (imported === '*') {
    if (files.length > 0) return [{ is: 'module', files, from: path, specifier, sure: true }];
    return [{ is: 'external', name: specifier }];
  }
  let exported = await exportedBy(lookups, files, imported, depth);
  if (exported.length === 0 && imported === 'default')
    exported = await exportedBy(lookups, files, WHOLE_MODULE, depth);
  if (exported.some(({ is }) => is !== 'unknown')) return exported;
  const inside = await insideOfType(lookups, files, specifier, imported);
  if (inside.length > 0) return inside;
  const inSpace = await declaredInSpace(lookups, path, specifier, imported);
  if (inSpace.length > 0) return inSpace;
  // A name may be a module of the package.
  const named = await lookups.importedFiles(path, { specifier, kind, line, names: [imported] });
  const submodules = named.filter((each) => !files.includes(each));
  const below = scopeOfLanguage((await lookups.facts(path))?.language ?? '').join;
  if (submodules.length > 0)
    return [
      { is: 'module', files: submodules, from: path, specifier: below(specifier, imported), sure: true },
    ];
  return files.length === 0 && named.length === 0
    ? [{ is: 'external', name: `${specifier}.${imported}` }]
    : UNKNOWN;
}

/** The module of this full name, in whichever file it is declared. */
async function inFull(lookups: Lookups, name: string, depth: number): Promise<readonly Meaning[]> {
  const files = await lookups.declaring(name.slice(name.lastIndexOf('.') + 1));
  const found = await exportedBy(lookups, files, name, depth);
  if (found.length === 0) return [{ is: 'external', name }];
  return found.length === 1 ? found : unsure(found);
}

/** A path through the tree of modules, one name after the other: what a module passes on may be declared anywhere. */
async function followed(
  lookups: Lookups,
  path: string,
  { specifier, line, imported }: FactImport,
  depth: number,
) {
  const names = [...specifier.split('::'), ...(imported === '*' ? [] : [imported])];
  const ups = names.findIndex((name) => name !== 'super');
  const roots = Math.max(1, ups === -1 ? names.length : ups);
  const root = names.slice(0, roots).join('::');
  let at: readonly Meaning[] = UNKNOWN;
  // A module or a name of this file comes before a package of that name.
  if (!/^(?:crate|self|super)\b/.test(root)) at = await lookups.exported(path, root, depth + 1);
  if (at.every(({ is }) => is === 'unknown')) {
    const files = await lookups.importedFiles(path, { specifier: root, kind: 'use', line, names: [] });
    at =
      files.length > 0
        ? [{ is: 'module', files, from: path, specifier: root, sure: true }]
        : [{ is: 'external', name: root }];
  }
  for (const name of names.slice(roots)) at = await lookups.member(at, name, depth + 1);
  return at;
}

/** What `use a::*`, `from a import *` brings under a name. */
export async function throughStar(
  lookups: Lookups,
  path: string,
  found: FactImport,
  name: string,
  depth: number,
) {
  const { specifier, kind, line } = found;
  const { followsModules, hasFullNames } = scopeOfLanguage((await lookups.facts(path))?.language ?? '');
  if (hasFullNames) {
    const module = await inFull(lookups, specifier, depth);
    return (await lookups.member(module, name, depth + 1)).filter(({ is }) => is === 'declaration');
  }
  if (followsModules && kind === 'use') {
    const spaces = await followed(lookups, path, { ...found, imported: '*' }, depth);
    const inside = await lookups.member(
      spaces.filter((each) => 'sure' in each),
      name,
      depth + 1,
    );
    return inside.filter(({ is }) => is !== 'unknown');
  }
  const files = await lookups.importedFiles(path, { specifier, kind, line, names: [] });
  return await exportedBy(lookups, files, name, depth);
}

export async function ofModule(
  lookups: Lookups,
  module: Extract<Meaning, { is: 'module' }>,
  name: string,
  depth: number,
): Promise<readonly Meaning[]> {
  const exported = await exportedBy(lookups, module.files, name, depth);
  if (exported.some(({ is }) => is !== 'unknown')) return exported;
  const from = await lookups.facts(module.from);
  const language = from?.language ?? '';
  // Exported macros are in the root of their package, wherever they are written.
  if (name.endsWith('!') && from !== undefined)
    return await globalName(
      lookups,
      module.from,
      from,
      name.slice(0, -1),
      scopeOfLanguage(language),
      isMacro,
    );
  const specifier = scopeOfLanguage(language).join(module.specifier, name);
  const files = await lookups.importedFiles(module.from, {
    specifier,
    kind: 'import',
    line: 1,
    names: [],
  });
  const below = files.filter((each) => !module.files.includes(each));
  return below.length > 0
    ? [{ is: 'module', files: below, from: module.from, specifier, sure: true }]
    : UNKNOWN;
}

export async function exportedBy(
  lookups: Lookups,
  files: readonly string[],
  name: string,
  depth: number,
): Promise<readonly Meaning[]> {
  return await inOrder(files, async (path) =>
    (await lookups.exported(path, name, depth + 1)).filter(({ is }) => is !== 'unknown'),
  );
}

/** A name in a namespace, in whichever file it is declared. */
async function declaredInSpace(
  lookups: Lookups,
  path: string,
  specifier: string,
  name: string,
): Promise<readonly Meaning[]> {
  const { spaceMark, family } = scopeOfLanguage((await lookups.facts(path))?.language ?? '');
  if (spaceMark === '') return [];
  const space = specifier.slice(0, Math.max(0, specifier.lastIndexOf(spaceMark)));
  return await inOrder(await lookups.declaring(plainName(name)), async (other) => {
    const facts = await lookups.facts(other);
    const isThere = facts?.space === space && scopeOfLanguage(facts.language).family === family;
    return isThere ? (await lookups.exported(other, name)).filter(({ is }) => is !== 'unknown') : [];
  });
}

/** `import a.b.Type.Inner`, `import static a.b.Type.method`: the names after that of a type are its members. */
export async function insideOfType(
  lookups: Lookups,
  files: readonly string[],
  specifier: string,
  name: string,
): Promise<readonly Meaning[]> {
  const segments = specifier.replace(/\.[*_]$/, '').split('.');
  if (segments.at(-1) === name) segments.pop();
  for (const path of files) {
    const facts = await lookups.facts(path);
    if (facts === undefined) continue;
    for (const [place, segment] of segments.entries()) {
      let at = facts.declarations.findIndex(
        (each) => each.name === segment && isType(each) && isTopLevel(facts, each),
      );
      if (at === -1) continue;
      for (const inner of segments.slice(place + 1))
        at = facts.declarations.findIndex(
          (each) => each.parent === at && each.name === inner && isType(each),
        );
      const found = await anyMember(lookups, { path, index: at }, name, facts);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** Members of a type by a name that may be one of a method. */
async function anyMember(
  lookups: Lookups,
  type: DeclarationRef,
  name: string,
  facts: FileFacts,
): Promise<readonly Meaning[]> {
  const plain = plainName(name);
  const names = scopeOfLanguage(facts.language).hasMethodNames ? [plain, methodName(plain)] : [plain];
  const wanted = plain === name ? names : [name];
  const found = await inOrder(wanted, (each) => lookups.members(type, each));
  return found.filter(({ is }) => is === 'declaration');
}

/** What a file offers to others under a name. */
export async function exportedFrom(
  lookups: Lookups,
  path: string,
  name: string,
  depth = 0,
): Promise<readonly Meaning[]> {
  if (depth > MOST_DEPTH) return UNKNOWN;
  return await lookups.once('export', `${path}\n${name}`, async () => {
    const facts = await lookups.facts(path);
    if (facts === undefined) return UNKNOWN;
    const renamed = facts.exports.find(([exported]) => exported === name);
    if (renamed !== undefined && renamed[1] >= 0) return await lookups.meaning(path, renamed[1], depth);
    const { passesImportsOn, listsExports } = scopeOfLanguage(facts.language);
    const own = declared(facts, name).findLast(
      ([, each]) => isTopLevel(facts, each) && !(listsExports && isFilePrivate(each)),
    );
    if (own !== undefined) return [{ is: 'declaration', path, index: own[0], sure: true }];
    const passed = facts.imports.filter(
      (each) => each.exportedAs === name || (passesImportsOn && each.local === name),
    );
    // A module and a function may have one name.
    if (passed.length > 0)
      return await inOrder(passed, (each) => importedMeaning(lookups, path, each, depth));
    for (const each of facts.imports) {
      if (each.exportedAs !== '*' && !(passesImportsOn && each.isStar)) continue;
      const found = await throughStar(lookups, path, each, name, depth);
      if (found.length > 0) return found;
    }
    return UNKNOWN;
  });
}

/** The other files of the directory that are of the same language, and so of the same package. */
export function packageFiles(lookups: Lookups, path: string, { endings }: LanguageScope): readonly string[] {
  const directory = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return lookups
    .filesIn(directory)
    .filter((each) => each !== path && endings.some((ending) => each.endsWith(ending)));
}
