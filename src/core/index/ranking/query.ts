/** A question as ranking understands it: terms with weights, whether it is a bare name, and which kinds of file it asks for. */
import { runs, STOP_WORDS } from '../../text/index.ts';
import { nameTerm, termsOfRun, wholeOf } from '../analyse/terms.ts';
import { FILE_FLAGS } from '../contract.ts';
import { WEIGHTS } from './weights.ts';

export interface QueryTerm {
  term: string;
  weight: number;
  /** The exact name that a declaration or a file may bear; undefined for a part of a compound. */
  name: string | undefined;
  /** A word by itself or a part, not a compound: it counts towards the words of a file's name. */
  single: boolean;
}

export interface QueryWord {
  /** As typed, in lower case. */
  typed: string;
  terms: string[];
}

export interface ParsedQuery {
  terms: QueryTerm[];
  words: QueryWord[];
  /** One name and nothing else, such as `ClientSession`. */
  isName: boolean;
  /** FILE_FLAGS of the kinds it asks for. */
  wanted: number;
}

const LONGEST_NAME_QUERY = 2;
/** Inner capitals, underscores, digits behind letters: nobody writes an English word so. */
const CODE_LIKE = /[a-z][A-Z]|_|[A-Z]{2,}[a-z]|[A-Za-z]\d/;
const CAPITAL = /^\p{Lu}/u;

const ASKS_FOR: readonly (readonly [flag: number, words: RegExp])[] = [
  [FILE_FLAGS.test, /\b(?:tests?|testing|specs?|fixtures?|mocks?)\b/i],
  [FILE_FLAGS.example, /\b(?:examples?|demos?|samples?|benchmarks?|tutorials?)\b/i],
  [FILE_FLAGS.prose, /\b(?:docs?|documentation|readme|changelog|tutorials?|guides?)\b/i],
];

export function parseQuery(query: string): ParsedQuery {
  const all = runs(query);
  const telling = all.filter((run) => !STOP_WORDS.has(run.toLowerCase()));
  const used = telling.length > 0 ? telling : all;
  const terms = new Map<string, QueryTerm>();
  const add = (term: QueryTerm): void => {
    const known = terms.get(term.term);
    if (known === undefined || known.weight < term.weight) terms.set(term.term, term);
  };
  const words: QueryWord[] = [];
  for (const [index, run] of used.entries()) {
    const [whole, ...parts] = termsOfRun(run);
    if (whole === undefined) continue;
    words.push({ typed: run.toLowerCase(), terms: [whole, ...parts] });
    add({ term: whole, weight: 1, name: nameTerm(wholeOf(run)), single: parts.length === 0 });
    for (const part of parts)
      if (!STOP_WORDS.has(part))
        add({ term: part, weight: WEIGHTS.query.part, name: undefined, single: true });
    const next = used[index + 1];
    if (next === undefined) continue;
    const joined = wholeOf(run) + wholeOf(next);
    add({ term: joined, weight: WEIGHTS.query.joined, name: nameTerm(joined), single: false });
  }
  return { terms: [...terms.values()], words, isName: isNameQuery(used), wanted: wantedKinds(query) };
}

function isNameQuery(used: readonly string[]): boolean {
  if (used.length === 1) return true;
  return used.length <= LONGEST_NAME_QUERY && used.every((run) => CODE_LIKE.test(run) || CAPITAL.test(run));
}

function wantedKinds(query: string): number {
  let wanted = 0;
  for (const [flag, words] of ASKS_FOR) if (words.test(query)) wanted |= flag;
  return wanted;
}
