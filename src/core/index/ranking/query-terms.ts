/** A question as ranking understands it: terms with weights, whether it is a bare name, and which files it asks for. */
import { otherStem, runs, STOP_WORDS } from '../../text/index.ts';
import { nameTerm, termsOfRun, wholeOf } from '../analyse/terms.ts';
import { FILE_FLAGS } from '../contract.ts';
import { WEIGHTS } from './weights.ts';

export interface QueryTerm {
  term: string;
  weight: number;
  /** The exact name that a declaration or a file may have; undefined for a part of a compound. */
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
  /** A text rather than a question: an issue, a trace. */
  isLong: boolean;
  /** FILE_FLAGS of the kinds it asks for. */
  wantedKinds: number;
  /** Paths, or ends of paths, that it names. */
  mentions: string[];
}

const LONGEST_NAME_QUERY = 2;
/** Inner capitals, underscores, digits behind letters: nobody writes an English word so. */
const CODE_LIKE = /[a-z][A-Z]|_|[A-Z]{2,}[a-z]|[A-Za-z]\d/;
const CAPITAL = /^\p{Lu}/u;
/** Telling words. Nobody asks a question of more, or repeats a word in one to stress it. */
const LONGEST_QUESTION = 12;
/** Characters that are weighed whole, and as many again of names from what follows. */
const LONGEST_TEXT = 2_000;
/** `query.py`, `models/query.py` */
const MENTION = /(?:[\w@.-]+\/)*[\w@-]+(?:\.[A-Za-z][A-Za-z0-9]{0,5})+/g;

const ASKS_FOR: readonly (readonly [flag: number, words: RegExp])[] = [
  [FILE_FLAGS.test, /\b(?:tests?|testing|specs?|fixtures?|mocks?)\b/i],
  [FILE_FLAGS.example, /\b(?:examples?|demos?|samples?|benchmarks?|tutorials?)\b/i],
  [FILE_FLAGS.prose, /\b(?:docs?|documentation|readme|changelog|tutorials?|guides?)\b/i],
];

export function parseQuery(asked: string): ParsedQuery {
  const query = condensed(asked);
  const used = tellingRuns(query);
  const words = used.map((run) => ({ typed: run.toLowerCase(), terms: termsAsked(run) }));
  const terms = weighedTerms(used);
  const isLong = words.length > LONGEST_QUESTION;
  if (isLong) stressRepeated(terms, words);
  const [title = '', ...text] = query.trim().split('\n');
  if (text.length > 0) stressTitle(terms, title);
  return {
    terms: [...terms.values()],
    words,
    isName: isNameQuery(used),
    isLong,
    // An issue speaks of tests and docs in passing; what it asks for, its title says.
    wantedKinds: wantedKinds(title),
    mentions: [...new Set(query.match(MENTION) ?? [])],
  };
}

/**
 * A text that is too long to weigh whole: its beginning, and of what follows the paths and the names that only code has. Prose
 * that far down seldom says what the text is about.
 */
export function condensed(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const from = text.lastIndexOf('\n', LONGEST_TEXT);
  const cut = from > 0 ? from : LONGEST_TEXT;
  const rest = text.slice(cut);
  const named = [...(rest.match(MENTION) ?? []), ...runs(rest).filter((run) => CODE_LIKE.test(run))];
  return `${text.slice(0, cut)}\n${named.join(' ').slice(0, LONGEST_TEXT)}`;
}

/** All but the stop words; all, if it has nothing else. A letter is too little to look for, unless it is all that was asked. */
function tellingRuns(query: string): string[] {
  const written = runs(query);
  const all = written.filter((run) => termsOfRun(run).length > 0);
  if (all.length === 0) return written.filter((run) => run.length === 1 && wholeOf(run) !== '');
  const telling = all.filter((run) => !STOP_WORDS.has(run.toLowerCase()));
  return telling.length > 0 ? telling : all;
}

/** What the index may hold of a word: its terms, the stem of another form; a single letter only as a name. */
function termsAsked(run: string): string[] {
  const terms = termsOfRun(run);
  if (terms.length === 0) return [nameTerm(wholeOf(run))];
  const other = otherStem(run.toLowerCase());
  return other === undefined ? terms : [...terms, other];
}

function weighedTerms(used: readonly string[]): Map<string, QueryTerm> {
  const terms = new Map<string, QueryTerm>();
  const add = (term: string, weight: number, name: string | undefined, single: boolean): void => {
    const known = terms.get(term);
    if (known === undefined || known.weight < weight) terms.set(term, { term, weight, name, single });
  };
  for (const [index, run] of used.entries()) {
    const [whole = nameTerm(wholeOf(run)), ...parts] = termsOfRun(run);
    add(whole, 1, nameTerm(wholeOf(run)), parts.length === 0);
    const other = otherStem(run.toLowerCase());
    if (other !== undefined) add(other, WEIGHTS.query.otherForm, undefined, false);
    for (const part of parts) if (!STOP_WORDS.has(part)) add(part, WEIGHTS.query.part, undefined, true);
    const next = used[index + 1];
    if (next === undefined) continue;
    // Two words in a row may be one name: `cookie jar`, `CookieJar`.
    const joined = wholeOf(run) + wholeOf(next);
    add(joined, WEIGHTS.query.joined, nameTerm(joined), false);
  }
  return terms;
}

/** In a long text, an issue with its traces, what is said again and again is what it is about. */
function stressRepeated(terms: ReadonlyMap<string, QueryTerm>, words: readonly QueryWord[]): void {
  const counts = new Map<string, number>();
  for (const word of words) for (const term of word.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) {
    const known = terms.get(term);
    if (known !== undefined) known.weight *= 1 + WEIGHTS.query.repeated * Math.log(count);
  }
}

/** The first line of several sums up the rest. */
function stressTitle(terms: ReadonlyMap<string, QueryTerm>, title: string): void {
  for (const term of new Set(runs(title).flatMap(termsOfRun))) {
    const known = terms.get(term);
    if (known !== undefined) known.weight *= WEIGHTS.query.title;
  }
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

/** The term for the name of a mentioned file. */
export function mentionedName(mention: string): string {
  const file = mention.slice(mention.lastIndexOf('/') + 1);
  return nameTerm(wholeOf(runs(file.slice(0, file.indexOf('.'))).join('')));
}
