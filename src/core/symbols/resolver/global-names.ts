/** Names that every file sees, as in C, Ruby and the namespaces of C# and PHP: which of the declarations is meant. */
import { DECLARATION_FLAGS, type FactDeclaration, type FileFacts, plainName } from '../../facts/index.ts';
import { type LanguageScope, scopeOfLanguage } from '../language-scope.ts';
import { type DeclarationRef, type Meaning, UNKNOWN } from '../meaning.ts';
import { declared, isTag, isTopLevel, isType } from './declared.ts';
import type { Lookups } from './lookups.ts';

/** A file that includes more than this includes all there is. */
const MOST_INCLUDED = 300;

/** Names that are seen everywhere: the one declaration there is, or the nearest of several, which is less sure. */
export async function globalName(
  lookups: Lookups,
  path: string,
  facts: FileFacts,
  name: string,
  scope: LanguageScope,
  accepts: (declaration: FactDeclaration) => boolean = () => true,
): Promise<readonly Meaning[]> {
  const found: (DeclarationRef & { kind: string; space: string; isForward: boolean; isPart: boolean })[] = [];
  for (const other of await lookups.declaring(plainName(name))) {
    const others = await lookups.facts(other);
    if (others === undefined || scopeOfLanguage(others.language).family !== scope.family) continue;
    for (const [index, each] of declared(others, name)) {
      // A class that was opened elsewhere sees what is in it.
      const isInside = scope.family === 'ruby' && isType(each);
      if (!isTopLevel(others, each) && !isInside) continue;
      if (!accepts(each) || (scope.hasOnlyTypesOutside && !isType(each))) continue;
      const isHidden = other !== path && isOfFile(other, each, scope);
      // What a header announces may be written in one file only, which nobody else sees into.
      if (isHidden && accepts !== isTag) continue;
      found.push({
        path: other,
        index,
        kind: each.kind,
        space: others.space,
        isForward: (each.flags & DECLARATION_FLAGS.forward) !== 0,
        isPart: isType(each) && (each.flags & DECLARATION_FLAGS.forward) !== 0,
      });
    }
  }
  if (found.length === 0) return [{ is: 'external', name }];
  const own = found.filter(({ space }) => space === facts.space);
  // What is not in the namespace around is one of no namespace.
  const bare = found.filter(({ space }) => space === '');
  if (scope.sees === 'space' && own.length + bare.length === 0) return [{ is: 'external', name }];
  const imported = new Set(facts.imports.flatMap(({ isStar, specifier }) => (isStar ? [specifier] : [])));
  const seen = found.filter(({ space }) => imported.has(space) || facts.space.startsWith(`${space}.`));
  const far = scope.sees === 'space' ? bare : seen.length > 0 ? seen : found;
  const near = own.length > 0 ? own : far;
  // Parts of one class.
  if (near.length > 1 && near.every((each) => each.isPart && each.space === near[0]?.space))
    return near.map(({ path: at, index }) => ({ is: 'declaration', path: at, index, sure: true }));
  // A type has its name besides that of the struct, and comes before it.
  const isAlias = scope.family === 'c' && near.some(({ kind }) => kind === 'type');
  const named = isAlias ? near.filter(({ kind }) => kind === 'type') : near;
  let real = named.some(({ isForward }) => !isForward) ? named.filter(({ isForward }) => !isForward) : named;
  if (scope.family === 'c' && !isOneFile(real)) {
    const included = await includedBy(lookups, path);
    const reached = real.filter((each) => included.has(each.path));
    if (reached.length > 0) real = reached;
  }
  if (!isOneFile(real)) return UNKNOWN;
  // Types of one name in one file, `Row` and `Row<T>`, are not the same, unless a type can be opened again; functions are overloads.
  const isOne = real.length === 1 || !real.every((each) => isType(each)) || /^(?:c|ruby)$/.test(scope.family);
  return (isOne ? real.slice(0, 1) : real).map(({ path: at, index }) => ({
    is: 'declaration',
    path: at,
    index,
    sure: isOne,
  }));
}

/** The files that a file includes, at any distance. */
async function includedBy(lookups: Lookups, path: string): Promise<ReadonlySet<string>> {
  const known = lookups.included.get(path);
  if (known !== undefined) return known;
  const found = new Set([path]);
  lookups.included.set(path, found);
  for (const at of found) {
    if (found.size > MOST_INCLUDED) break;
    for (const each of (await lookups.facts(at))?.imports ?? []) {
      const { specifier, line, kind } = each;
      if (kind !== 'include') continue;
      for (const file of await lookups.importedFiles(at, { specifier, line, kind, names: [] }))
        found.add(file);
    }
  }
  return found;
}

const isOneFile = (places: readonly DeclarationRef[]) => places.every(({ path }) => path === places[0]?.path);

/** Not seen by other files: what is static, and in the C family all of a file that is no header but functions and variables. */
function isOfFile(path: string, { flags, kind }: FactDeclaration, { family }: LanguageScope): boolean {
  if (family !== 'c') return (flags & DECLARATION_FLAGS.filePrivate) !== 0;
  if (/\.(?:h|hh|hpp|hxx|inl|ipp|cuh)$/i.test(path)) return false;
  return (flags & DECLARATION_FLAGS.filePrivate) !== 0 || !/^(?:function|variable|constant)$/.test(kind);
}
