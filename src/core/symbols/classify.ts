/**
 * Divides the mentions of a symbol's name in one file: each gets exactly one class, so that the counts add up to what
 * ripgrep finds. What cannot be told is `possible`, never left out.
 */
import {
  declarationsBy,
  definedBy,
  expressionAt,
  type FileFacts,
  ROLES,
  type Role,
  unread,
} from '../facts/index.ts';
import { CLASSES, type MentionClass } from '../mention-class.ts';
import { type DeclarationRef, isSame, type Meaning } from './meaning.ts';
import { mentionsOf } from './mentions.ts';
import { isLocal, isType } from './resolver/declared.ts';
import type { Resolver } from './resolver/resolver.ts';

export interface Mention {
  path: string;
  /** In UTF-16 units. */
  offset: number;
  class: MentionClass;
  role: Role | 'override' | undefined;
  /** The innermost declaration around it, or -1. */
  enclosing: number;
  /** With `other`: what it is bound to. */
  other?: DeclarationRef | { external: string };
}

/** The symbol asked for, and what else in the repository has its name. */
export interface Target {
  name: string;
  /** Its declarations: more than one for overloads, prototypes, parts of one class. */
  parts: readonly DeclarationRef[];
  /** Every declaration of the name that is not local, the symbol's own ones included. */
  namesakes: readonly DeclarationRef[];
  /** The type whose member it is. */
  owner: DeclarationRef | undefined;
}

export async function classifyMentions(
  target: Target,
  path: string,
  text: string,
  facts: FileFacts | undefined,
  resolver: Resolver,
): Promise<Mention[]> {
  const found: Mention[] = [];
  for (const offset of mentionsOf(target.name, text)) {
    const mention = await classify(target, path, offset, facts, resolver);
    found.push(facts === undefined ? mention : asFarAsParsed(mention, facts, text));
  }
  return found;
}

/** In lines that the grammar could not read, nothing is certain; in a file of which it read less than half, all is possible. */
function asFarAsParsed(mention: Mention, facts: FileFacts, text: string): Mention {
  if (mention.class !== 'certain' && mention.class !== 'likely') return mention;
  if (isBroken(facts, text)) return { ...mention, class: 'possible' };
  return mention.class === 'certain' && holds(facts.errors, mention.offset)
    ? { ...mention, class: 'likely' }
    : mention;
}

/** The grammar could not read most of the text: half an edit, another dialect, no code at all. */
export function isBroken(facts: FileFacts, text: string): boolean {
  return unread(facts) * 2 > text.trim().length;
}

async function classify(
  target: Target,
  path: string,
  offset: number,
  facts: FileFacts | undefined,
  resolver: Resolver,
): Promise<Mention> {
  const plain = { path, offset, role: undefined, enclosing: -1 };
  if (facts === undefined) return { ...plain, class: 'possible' };
  const token = tokenAt(facts, offset, target.name);
  if (token === -1) {
    const enclosing = enclosingAt(facts, offset);
    const kind = holds(facts.comments, offset)
      ? 'comment'
      : holds(facts.strings, offset)
        ? 'string'
        : 'possible';
    return { ...plain, enclosing, class: kind };
  }
  const first = await classifyToken(target, path, token, facts, resolver);
  if (facts.tokenStarts[token + 1] !== offset) return { ...plain, ...first };
  // The name is two things at once: the symbol asked for, if it is one of them.
  const second = await classifyToken(target, path, token + 1, facts, resolver);
  return { ...plain, ...(CLASSES.indexOf(second.class) < CLASSES.indexOf(first.class) ? second : first) };
}

async function classifyToken(
  target: Target,
  path: string,
  token: number,
  facts: FileFacts,
  resolver: Resolver,
): Promise<Omit<Mention, 'path' | 'offset'>> {
  const role = ROLES[facts.tokenRoles[token] ?? 1] ?? 'read';
  const enclosing = facts.tokenEnclosing[token] ?? -1;
  const ref = facts.tokenRefs[token] ?? -1;
  const defined = definedBy(ref);
  if (defined !== undefined) {
    const own = { path, index: defined };
    if (target.parts.some((part) => isSame(part, own))) return { enclosing, role, class: 'definition' };
    const overrides = await isOverride(target, own, resolver);
    return { enclosing, role: overrides ? 'override' : role, class: 'other', other: own };
  }
  const meanings = await resolver.meaning(path, ref);
  return { enclosing, role, ...judged(target, meanings, facts, ref) };
}

function judged(
  target: Target,
  meanings: readonly Meaning[],
  facts: FileFacts,
  ref: number,
): Pick<Mention, 'class' | 'other'> {
  const hit = meanings.find((each) => 'path' in each && target.parts.some((part) => isSame(part, each)));
  if (hit !== undefined) {
    const isAlone = meanings.every(
      (each) =>
        each === hit ||
        each.is === 'unknown' ||
        ('path' in each && target.parts.some((part) => isSame(part, each))),
    );
    return { class: 'sure' in hit && hit.sure && isAlone ? 'certain' : 'likely' };
  }
  const known = meanings.filter((each) => each.is !== 'unknown');
  if (known.length > 0 && known.length === meanings.length) {
    const [first] = known;
    if (first !== undefined && 'path' in first)
      return { class: 'other', other: { path: first.path, index: first.index } };
    if (first?.is === 'external') return { class: 'other', other: { external: first.name } };
    if (first?.is === 'module') return { class: 'other', other: { external: first.specifier } };
  }
  return { class: isOnlyOne(target, facts, ref) ? 'likely' : 'possible' };
}

/** The only declaration that can be meant, and a name that hardly anything else has. */
function isOnlyOne(target: Target, facts: FileFacts, ref: number): boolean {
  const isMember = ref < 0 || expressionAt(facts, ref)[0] === 'member';
  if (isMember !== (target.owner !== undefined) || !isDistinctive(target.name)) return false;
  return target.namesakes.every((each) => target.parts.some((part) => isSame(part, each)));
}

/** Two words at least, or a long one: `rebuild_auth`, `parseHeaders`; not `get` or `close`. */
function isDistinctive(name: string): boolean {
  const inner = name.replace(/^_+|_+$/g, '');
  return /[a-z0-9][A-Z]|[A-Za-z0-9]_+[A-Za-z0-9]/.test(inner) || inner.length >= 12;
}

async function isOverride(target: Target, own: DeclarationRef, resolver: Resolver): Promise<boolean> {
  if (target.owner === undefined) return false;
  const owner = await resolver.ownerOf(own);
  return owner !== undefined && (await resolver.isKindOf(owner, target.owner)) === true;
}

/** The name token at an offset, or -1. */
export function tokenAt(facts: FileFacts, offset: number, name: string): number {
  const { tokenStarts, tokenNames, names } = facts;
  let low = 0;
  let high = tokenStarts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokenStarts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return tokenStarts[low] === offset && names[tokenNames[low] ?? -1] === name ? low : -1;
}

/** Ascending pairs of start and end. */
export function holds(ranges: Uint32Array, offset: number): boolean {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle * 2] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low > 0 && offset < (ranges[low * 2 - 1] ?? 0);
}

/** The declaration around a place that is no name: that of the last name before it, outside of which it may lie by a line. */
function enclosingAt(facts: FileFacts, offset: number): number {
  const { tokenStarts, tokenEnclosing } = facts;
  let low = 0;
  let high = tokenStarts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokenStarts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? -1 : (tokenEnclosing[low - 1] ?? -1);
}

/** All declarations of a name in a file that others can mean: no parameters and local variables. */
export function declarationsNamed(facts: FileFacts, name: string): number[] {
  return declarationsBy(facts, name).filter((index) => {
    const declaration = facts.declarations[index];
    if (declaration === undefined) return false;
    return !isLocal(declaration) || isType(declaration) || declaration.kind === 'function';
  });
}
