/** The lines were changed: where they are now, by their declaration, their neighbours or what is left of them. */
import { asDeclaration, type Edited, explained, findDeclaration } from './declaration.ts';
import { apart, pick, type Search } from './pick.ts';
import { regions } from './regions.ts';

/** Without a name, half of the words or of the lines must still be there. */
const NAMELESS = 0.5;

export function findEdited(search: Search): Edited {
  const edited = soughtEdit(search);
  // Lines that are the same are no edit, however they were come by.
  const isTaken = edited.kind === 'one' && !search.taken.every((other) => apart(edited.found.span, other));
  return isTaken ? { kind: 'none' } : edited;
}

function soughtEdit(search: Search): Edited {
  const { anchor, page } = search;
  const { symbol } = anchor;
  const named: Edited =
    symbol && page.symbols.length > 0 ? findDeclaration(search, symbol) : { kind: 'none' };
  if (named.kind !== 'none') return named;
  const picked = pick(search, regions(anchor, page, { start: 0, end: page.lines.length }), NAMELESS);
  return explained(asDeclaration(search, picked), 0, 'changed between the lines around it');
}
