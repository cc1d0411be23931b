/** What a declaration is: of which kind, seen from where, meant by which name. */
import {
  DECLARATION_FLAGS,
  declarationsBy,
  type FactDeclaration,
  type FileFacts,
  plainName,
} from '../../facts/index.ts';
import { scopeOfLanguage } from '../language-scope.ts';

const TYPES = new Set([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'type',
  'object',
  'protocol',
  'record',
  'union',
  'variant',
  'namespace',
  'module',
]);
const CALLABLES = new Set(['function', 'method', 'constructor', 'macro', 'getter', 'setter']);

export const isType = ({ kind }: Pick<FactDeclaration, 'kind'>) => TYPES.has(kind);
export const isCallable = ({ kind }: Pick<FactDeclaration, 'kind'>) => CALLABLES.has(kind);
export const isMacro = ({ kind }: FactDeclaration) => kind === 'macro';
/** What C and C++ name by a word before it: `struct row`. */
export const isTag = ({ kind }: FactDeclaration) => /^(?:struct|enum|class)$/.test(kind);
export const isLocal = ({ flags }: Pick<FactDeclaration, 'flags'>) => (flags & DECLARATION_FLAGS.local) !== 0;
export const isFilePrivate = ({ flags }: FactDeclaration) => (flags & DECLARATION_FLAGS.filePrivate) !== 0;

/** Belongs to what is around it: a field, a method, a variant, not a variable inside. */
export function isMember(declaration: FactDeclaration): boolean {
  const { extension } = DECLARATION_FLAGS;
  return !isLocal(declaration) && (declaration.owner < 0 || (declaration.flags & extension) !== 0);
}

/** Seen by whoever imports the file: not inside of a function or a class. */
export function isTopLevel(facts: FileFacts, declaration: FactDeclaration): boolean {
  if (isLocal(declaration) || declaration.owner >= 0) return false;
  const parent = facts.declarations[declaration.parent];
  return parent === undefined || parent.kind === 'namespace' || parent.kind === 'module';
}

/** The declarations of a file that a name means, which may be that of a method. */
export function declared(facts: FileFacts, name: string): [index: number, declaration: FactDeclaration][] {
  const plain = plainName(name);
  const { hasMethodNames } = scopeOfLanguage(facts.language);
  return declarationsBy(facts, plain).flatMap((index) => {
    const each = facts.declarations[index];
    if (each === undefined) return [];
    // A constructor that has the name of its type is not what the name means.
    if (each.kind === 'constructor' && facts.declarations[each.parent]?.name === plain) return [];
    const isMethod = isCallable(each) || (plain !== name && (each.flags & DECLARATION_FLAGS.getter) !== 0);
    return (plain === name ? !hasMethodNames || !isMethod : isMethod) ? [[index, each]] : [];
  });
}
