/** The lines were changed: where they are now, by their declaration, their neighbours or what is left of them. */
import { apart, type Found, type Picked, pick, type Search } from './pick.ts';
import { plausible, regions } from './regions.ts';
import { likeness, type Span } from './sketch.ts';
import { type AnchorSymbol, wholeSpan } from './symbol.ts';

/** A declaration that kept its name and is the only one of it may have been rewritten almost wholly. */
const SAME_NAME = 0.02;
/** The only declaration of the name, but in another class or module. */
const SAME_LAST_NAME = 0.4;
/** One of several declarations of the name (overloads), or a part of a declaration that kept its name. */
const SAME_NAME_AMONG_MANY = 0.4;
/** A declaration under another name must be mostly the old one. */
const RENAMED = 0.6;
/** Without a name, half of the words or of the lines must still be there. */
const NAMELESS = 0.5;

/** What of the declaration's name speaks for the place: all of it, its last part, or nothing. */
export type NameEvidence = 'whole' | 'last' | 'none';

export type Edited =
  | { kind: 'one'; found: Found; name: NameEvidence; reason: string }
  | { kind: 'several'; found: readonly Found[] }
  | { kind: 'none' };

export function findEdited(search: Search): Edited {
  const { anchor, page } = search;
  const named = anchor.symbol && page.symbols.length > 0 ? byDeclaration(search, anchor.symbol) : undefined;
  if (named && named.kind !== 'none') return named;
  const file = { start: 0, end: page.lines.length };
  const picked = pick(search, regions(anchor, page, file), NAMELESS);
  return explained(picked, 'none', 'changed between the lines around it');
}

function byDeclaration(search: Search, symbol: AnchorSymbol): Edited {
  const { anchor, page } = search;
  const reason = `changed inside ${symbol.name}`;
  const named = page.symbols.filter(({ name }) => name === symbol.name);
  if (symbol.relation === 'inside') {
    const within = named.map((now) => ({ start: now.startLine - 1, end: now.endLine }));
    const spans = within.flatMap((span) => regions(anchor, page, span));
    return explained(pick(search, spans, SAME_NAME_AMONG_MANY), 'whole', reason);
  }
  const spans = named.map((now) => wholeSpan(symbol, now, page));
  const only = explained(soleDeclaration(search, spans, SAME_NAME), 'whole', reason);
  if (only.kind !== 'none') return only;
  if (named.length > 0) return explained(pick(search, spans, SAME_NAME_AMONG_MANY), 'whole', reason);

  const namesakes = page.symbols.filter(({ name }) => lastName(name) === lastName(symbol.name));
  const rehoused = namesakes.map((now) => wholeSpan(symbol, now, page));
  const other = soleDeclaration(search, rehoused, SAME_LAST_NAME);
  if (other.kind !== 'none') return explained(other, 'last', `changed, and now ${namesakes[0]?.name}`);
  const all = page.symbols.map((now) => wholeSpan(symbol, now, page));
  const likely = all.filter((span) => plausible(anchor, span));
  return explained(pick(search, likely, RENAMED), 'none', `no longer named ${symbol.name}`);
}

/** The only declaration of its name: the name speaks, so less of the text has to. */
function soleDeclaration(search: Search, spans: readonly Span[], least: number): Picked {
  const { page, taken, words, isSibling } = search;
  const [span] = spans;
  if (!span || spans.length > 1 || isSibling(span)) return { kind: 'none' };
  if (!taken.every((other) => apart(span, other))) return { kind: 'none' };
  const { common, kept } = likeness(words, page, span);
  return kept < least ? { kind: 'none' } : { kind: 'one', found: { span, similarity: common } };
}

function explained(picked: Picked, name: NameEvidence, reason: string): Edited {
  return picked.kind === 'one' ? { ...picked, name, reason } : picked;
}

/** `Shop.open`, `shop::open`, `Shop#open`: the part that is the declaration's own. */
function lastName(name: string): string {
  return name.split(/[.#/]|::/).at(-1) ?? name;
}
