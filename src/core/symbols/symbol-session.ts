/**
 * One question about symbols, from beginning to end: every file is read once, so that all parts of the answer are of one
 * moment. What is not parsed when time is up is left out and counted.
 */
import { DECLARATION_FLAGS, type FileFacts, hasFacts, ROLES } from '../facts/index.ts';
import { isGenerated, isTest } from '../file-kind/index.ts';
import { createFileView, type FileView, resolverFor } from '../imports/index.ts';
import { byCodeUnit } from '../text/index.ts';
import { classifyMentions, declarationsNamed, isBroken, type Mention, type Target } from './classify.ts';
import { seemsToDeclare } from './declaration-lines.ts';
import { enclosingDeclaration, isPlainLocal } from './enclosing.ts';
import type { FactsStore, ReadFile } from './facts-store.ts';
import { scopeOfLanguage } from './language-scope.ts';
import { lineAt } from './lines.ts';
import { type DeclarationRef, isSame, keyOf, type Meaning } from './meaning.ts';
import { nearestFirst, piecesOf, wordsLike } from './near-names.ts';
import type { SymbolQuestion } from './question.ts';
import { Resolver } from './resolver/resolver.ts';

/** What a session asks of the rest of the engine. */
export interface SessionDeps {
  store: Pick<FactsStore, 'text' | 'isKnown' | 'ofText'>;
  /** Files that may hold the word; all that do are among them. */
  filesWith(
    word: string,
    options: { ignoreCase: boolean },
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]>;
  /** All files of the repository, for imports. */
  listing(signal: AbortSignal | undefined): Promise<readonly string[]>;
  /** Milliseconds, of a clock that only goes forward. */
  now(): number;
  /** Is given each file that there was no time to parse. */
  leftOut?(path: string): void;
}

export interface SessionLimits {
  /** What was not parsed by then is left out. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}

/** A declaration that was found, with all that tells it from others. */
export interface SymbolMatch extends DeclarationRef {
  name: string;
  /** With the names around it, joined by dots. */
  qualifiedName: string;
  kind: string;
  startLine: number;
  endLine: number;
  /** Where its name is. */
  line: number;
}

export interface MentionsFound {
  mentions: readonly Mention[];
  /** Files that hold the name and were not parsed, or not for the most part: their mentions are possible. */
  unparsed: readonly UnparsedFile[];
}

export interface UnparsedFile {
  path: string;
  why: 'minified' | 'stopped' | 'no time' | 'syntax errors';
}

/** A longer timer of Node.js ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Parsed at the same time: enough for two threads never to wait. */
const AT_ONCE = 4;
/** Files whose declarations are looked for one after the other, for names that are not the one asked for. */
const MOST_DECLARING = 200;
/** Shorter names are in too many others to be of help. */
const SHORTEST_NEAR = 3;

export class SymbolSession {
  readonly resolver: Resolver;
  readonly #deps: SessionDeps;
  readonly #limits: SessionLimits;
  readonly #files = new Map<string, Promise<ReadFile | undefined>>();
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #imports = new Map<string, Promise<readonly string[]>>();
  readonly #declaring = new Map<string, Promise<readonly string[]>>();
  readonly #holders = new Map<string, Promise<readonly string[]>>();
  readonly #late = new Set<string>();
  #view: FileView | undefined;
  #timer: Promise<undefined> | undefined;
  #opening: Promise<this> | undefined;

  constructor(deps: SessionDeps, limits: SessionLimits) {
    this.#deps = deps;
    this.#limits = limits;
    this.resolver = new Resolver({
      facts: async (path) => (await this.file(path))?.facts,
      importedFiles: (from, reference) => this.#importedFiles(from, reference),
      filesIn: (directory) => this.#view?.filesIn(directory) ?? [],
      declaring: (name) => this.#declaringFiles(name),
    });
  }

  /** The file as it was when this session first read it. Undefined if it cannot be read. */
  file(path: string): Promise<ReadFile | undefined> {
    let read = this.#files.get(path);
    if (read === undefined) {
      read = this.#read(path);
      this.#files.set(path, read);
    }
    return read;
  }

  /** As `file`, where nothing needs to be parsed. */
  text(path: string): Promise<string | undefined> {
    let text = this.#texts.get(path);
    if (text === undefined) {
      text = this.#deps.store.text(path);
      this.#texts.set(path, text);
    }
    return text;
  }

  async #read(path: string): Promise<ReadFile | undefined> {
    const { store } = this.#deps;
    const text = await this.text(path);
    if (text === undefined) return undefined;
    if (!this.#isLate()) {
      const reading = store.ofText(path, text, this.#limits.signal);
      const read = await Promise.race([reading, this.#timeIsUp()]);
      if (read !== undefined) return read;
      // Parsing goes on, for the next question; nobody waits for it here any more.
      reading.catch(() => undefined);
    } else if (!hasFacts(path) || (await store.isKnown(path, text)))
      return await store.ofText(path, text, this.#limits.signal);
    this.#late.add(path);
    this.#deps.leftOut?.(path);
    return { text, facts: undefined, unparsed: undefined };
  }

  /** Resolves at the deadline. */
  #timeIsUp(): Promise<undefined> {
    this.#timer ??= new Promise((resolve) => {
      const leftMs = this.#limits.deadlineMs - this.#deps.now();
      setTimeout(() => resolve(undefined), Math.min(leftMs, LONGEST_TIMER_MS)).unref();
    });
    return this.#timer;
  }

  /** How many files were not parsed because time was up: all that was found so far is without them. */
  get filesLeft(): number {
    return this.#late.size;
  }

  #isLate(): boolean {
    this.#limits.signal?.throwIfAborted();
    return this.#deps.now() > this.#limits.deadlineMs;
  }

  /** Must be called before anything is resolved; what needs one file only does without the listing. */
  open(): Promise<this> {
    this.#opening ??= this.#list();
    return this.#opening;
  }

  async #list(): Promise<this> {
    const { listing } = this.#deps;
    this.#view = createFileView(await listing(this.#limits.signal), (path) => this.text(path));
    return this;
  }

  // ---- Finding

  /** Declarations that the question means, best first: source before tests and generated files. */
  async find(question: SymbolQuestion): Promise<SymbolMatch[]> {
    if (question.line !== undefined && question.path !== undefined) {
      const around = await this.around(question.path, question.line);
      return around === undefined ? [] : [around];
    }
    const name = question.names.at(-1);
    if (name === undefined) return [];
    const found: SymbolMatch[] = [];
    for (const path of await this.#filesToFindIn(name, question.path)) {
      if (!isIn(path, question.path)) continue;
      const facts = (await this.file(path))?.facts;
      if (facts === undefined) continue;
      for (const index of declarationsNamed(facts, name)) {
        const match = await this.describe({ path, index });
        if (match !== undefined && isQualifiedBy(match.qualifiedName, question.names)) found.push(match);
      }
    }
    return found.sort(byRelevance);
  }

  /** A file that is named is the only one to be parsed. */
  async #filesToFindIn(name: string, place: string | undefined): Promise<readonly string[]> {
    if (place !== undefined && hasFacts(place) && (await this.file(place)) !== undefined) return [place];
    return await this.#declaringFiles(name);
  }

  /** Declarations whose names differ from the one asked for in case only; if there are none, those whose names hold it. */
  async findNear(question: SymbolQuestion): Promise<SymbolMatch[]> {
    const name = question.names.at(-1);
    if (name === undefined || name.length < SHORTEST_NEAR) return [];
    const wanted = name.toLowerCase();
    const files: string[] = [];
    for (const path of await this.#filesBelow(question.path, [name])) {
      if (files.length >= MOST_DECLARING) break;
      if ((await this.text(path))?.toLowerCase().includes(wanted) === true) files.push(path);
    }
    await this.#prefetch(files);
    const found: (SymbolMatch & { distance: number })[] = [];
    for (const path of files) {
      const facts = (await this.file(path))?.facts;
      for (const [index, each] of (facts?.declarations ?? []).entries()) {
        const own = each.name.toLowerCase();
        if (isPlainLocal(each) || !own.includes(wanted)) continue;
        const match = await this.describe({ path, index });
        if (match !== undefined) found.push({ ...match, distance: own.length - wanted.length });
      }
    }
    const least = found.some(({ distance }) => distance === 0) ? 0 : Number.POSITIVE_INFINITY;
    return found
      .filter(({ distance }) => distance <= least)
      .sort((a, b) => a.distance - b.distance || byRelevance(a, b))
      .map(({ distance: _, ...match }) => match);
  }

  /** Declared names that are written nearly as the one asked for, nearest first. */
  async nearestNames(question: SymbolQuestion, most: number): Promise<string[]> {
    const name = question.names.at(-1) ?? '';
    const words = new Set<string>();
    for (const path of await this.#filesBelow(question.path, piecesOf(name))) {
      if (this.#isLate()) break;
      const text = (await this.text(path)) ?? '';
      for (const word of wordsLike(name, text)) words.add(word);
    }
    const found: string[] = [];
    for (const word of nearestFirst(name, words)) {
      if (found.length >= most || this.#isLate()) break;
      const [match] = await this.find({ ...question, names: [word] });
      if (match !== undefined) found.push(match.qualifiedName);
    }
    return found;
  }

  /** Files of code, in a place or anywhere, that may hold one of the words in any case. */
  async #filesBelow(place: string | undefined, words: readonly string[]): Promise<string[]> {
    const found = new Set<string>();
    for (const word of words)
      for (const path of await this.#deps.filesWith(word, { ignoreCase: true }, this.#limits.signal))
        if (hasFacts(path) && isIn(path, place)) found.add(path);
    return [...found].sort(byCodeUnit);
  }

  /** The innermost declaration around a line that is no local variable. */
  async around(path: string, line: number): Promise<SymbolMatch | undefined> {
    const facts = (await this.file(path))?.facts;
    const index = facts === undefined ? -1 : enclosingDeclaration(facts, line);
    return index === -1 ? undefined : await this.describe({ path, index });
  }

  /** Those whose facts need no parsing come first. */
  async knownFirst(paths: readonly string[]): Promise<readonly string[]> {
    const { store } = this.#deps;
    const known = await Promise.all(
      paths.map(async (path) => {
        const text = await store.text(path);
        return text !== undefined && (await store.isKnown(path, text));
      }),
    );
    return [...paths.filter((_, at) => known[at]), ...paths.filter((_, at) => !known[at])];
  }

  async describe(ref: DeclarationRef): Promise<SymbolMatch | undefined> {
    const read = await this.file(ref.path);
    const declaration = read?.facts?.declarations[ref.index];
    if (read?.facts === undefined || declaration === undefined) return undefined;
    const { name, kind, startLine, endLine, at } = declaration;
    const qualifiedName = await this.#qualifiedName(ref, read.facts);
    return { ...ref, name, qualifiedName, kind, startLine, endLine, line: lineAt(read, at) };
  }

  async #qualifiedName(ref: DeclarationRef, facts: FileFacts): Promise<string> {
    const names: string[] = [];
    const seen = new Set<number>();
    for (let at = ref.index; at >= 0 && !seen.has(at); at = facts.declarations[at]?.parent ?? -1) {
      seen.add(at);
      const declaration = facts.declarations[at];
      if (declaration === undefined) break;
      // A type without a name has members too.
      if (declaration.name !== '') names.unshift(declaration.name);
      if (declaration.owner < 0) continue;
      await this.open();
      const owner = await this.resolver.ownerOf({ path: ref.path, index: at });
      const ownerFacts = owner && (await this.file(owner.path))?.facts;
      if (owner !== undefined && ownerFacts !== undefined)
        return [await this.#qualifiedName(owner, ownerFacts), ...names].join('.');
    }
    return names.join('.');
  }

  // ---- Mentions

  /** All mentions of a symbol's name in code, each with its class. */
  async mentions(
    symbol: DeclarationRef & { name: string },
    accepts: (path: string) => boolean = () => true,
  ): Promise<MentionsFound> {
    const files = await this.codeFilesWith(symbol.name);
    const isLast = (path: string) => isTest(path) || isGenerated(path, '');
    // When time is up, tests and what tools wrote are missing, not the source.
    await this.#prefetch([...files.filter((path) => !isLast(path)), ...files.filter(isLast)]);
    const target = await this.#target(symbol, files);
    const mentions: Mention[] = [];
    const unparsed: UnparsedFile[] = [];
    for (const path of files) {
      const read = await this.file(path);
      if (read === undefined || !accepts(path)) continue;
      const found = await classifyMentions(target, path, read.text, read.facts, this.resolver);
      mentions.push(...found);
      if (found.length === 0) continue;
      if (read.facts === undefined) unparsed.push({ path, why: read.unparsed ?? 'no time' });
      else if (isBroken(read.facts, read.text)) unparsed.push({ path, why: 'syntax errors' });
    }
    return { mentions, unparsed };
  }

  async #target(symbol: DeclarationRef & { name: string }, files: readonly string[]): Promise<Target> {
    const namesakes: DeclarationRef[] = [];
    for (const path of files) {
      const facts = (await this.file(path))?.facts;
      if (facts !== undefined)
        namesakes.push(...declarationsNamed(facts, symbol.name).map((index) => ({ path, index })));
    }
    return {
      name: symbol.name,
      parts: await this.#parts(symbol, namesakes),
      namesakes,
      owner: await this.resolver.ownerOf(symbol),
    };
  }

  /** The declaration and what declares the same thing again: prototypes of a function, parts of a class. */
  async #parts(symbol: DeclarationRef, namesakes: readonly DeclarationRef[]): Promise<DeclarationRef[]> {
    const own = await this.describe(symbol);
    const family = scopeOfLanguage((await this.file(symbol.path))?.facts?.language ?? '').family;
    const parts = [{ path: symbol.path, index: symbol.index }];
    for (const each of namesakes) {
      if (isSame(each, symbol)) continue;
      const facts = (await this.file(each.path))?.facts;
      const [a, b] = [
        facts?.declarations[each.index],
        (await this.file(symbol.path))?.facts?.declarations[symbol.index],
      ];
      if (
        facts === undefined ||
        a === undefined ||
        b === undefined ||
        scopeOfLanguage(facts.language).family !== family
      )
        continue;
      const { forward, filePrivate } = DECLARATION_FLAGS;
      if (((a.flags | b.flags) & forward) === 0 || ((a.flags | b.flags) & filePrivate) !== 0) continue;
      if ((await this.describe(each))?.qualifiedName === own?.qualifiedName) parts.push(each);
    }
    return parts;
  }

  /** What a declaration calls, in the order of its text; each once, with how often. */
  async callees(
    symbol: DeclarationRef,
  ): Promise<{ meaning: Meaning; name: string; line: number; count: number }[]> {
    const read = await this.file(symbol.path);
    if (read?.facts === undefined) return [];
    const { facts } = read;
    const inside = insideOf(facts, symbol.index);
    const found = new Map<string, { meaning: Meaning; name: string; line: number; count: number }>();
    for (let token = 0; token < facts.tokenStarts.length; token++) {
      const role = ROLES[facts.tokenRoles[token] ?? 0];
      if ((role !== 'call' && role !== 'decorator') || !inside.has(facts.tokenEnclosing[token] ?? -1))
        continue;
      const [meaning = { is: 'unknown' } as const] = await this.resolver.meaning(
        symbol.path,
        facts.tokenRefs[token] ?? -1,
      );
      const name = facts.names[facts.tokenNames[token] ?? 0] ?? '';
      const key =
        'path' in meaning
          ? keyOf(meaning)
          : `${meaning.is} ${meaning.is === 'external' ? meaning.name : name}`;
      const known = found.get(key);
      if (known !== undefined) known.count++;
      else found.set(key, { meaning, name, line: lineAt(read, facts.tokenStarts[token] ?? 0), count: 1 });
    }
    return [...found.values()];
  }

  /** Types that extend, implement or embed the type directly. */
  async subtypes(symbol: DeclarationRef & { name: string }): Promise<SymbolMatch[]> {
    const { mentions } = await this.mentions(symbol);
    const paths = [...new Set(mentions.filter(({ role }) => role === 'extends').map(({ path }) => path))];
    const found: SymbolMatch[] = [];
    for (const path of paths) {
      const facts = (await this.file(path))?.facts;
      for (const [index, { bases }] of (facts?.declarations ?? []).entries()) {
        if (bases.length === 0) continue;
        const meanings = await this.resolver.bases({ path, index });
        if (!meanings.some((each) => 'path' in each && isSame(each, symbol))) continue;
        const match = await this.describe({ path, index });
        if (match !== undefined) found.push(match);
      }
    }
    return found.sort(byRelevance);
  }

  /** Types that a type extends, implements or embeds directly, as far as they are of this repository. */
  async supertypes(symbol: DeclarationRef): Promise<(SymbolMatch | { external: string })[]> {
    const found: (SymbolMatch | { external: string })[] = [];
    for (const base of await this.resolver.bases(symbol)) {
      if (base.is === 'external') found.push({ external: base.name });
      const match = 'path' in base ? await this.describe(base) : undefined;
      if (match !== undefined) found.push(match);
    }
    return found;
  }

  // ---- Files

  /** All files whose names can be told apart, in order of path. */
  async codeFiles(): Promise<readonly string[]> {
    return (await this.#deps.listing(this.#limits.signal)).filter(hasFacts).sort(byCodeUnit);
  }

  /** Files with such names that may hold the word. */
  async codeFilesWith(name: string): Promise<readonly string[]> {
    let files = this.#holders.get(name);
    if (files === undefined) {
      files = this.#deps
        .filesWith(name, { ignoreCase: false }, this.#limits.signal)
        .then((paths) => paths.filter(hasFacts).sort(byCodeUnit));
      this.#holders.set(name, files);
    }
    return await files;
  }

  async #prefetch(paths: readonly string[]): Promise<void> {
    const queue = [...paths];
    const work = async () => {
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) await this.file(path);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Files that declare the name for others; those where a line looks like its declaration come first. */
  #declaringFiles(name: string): Promise<readonly string[]> {
    let found = this.#declaring.get(name);
    if (found === undefined) {
      found = this.#findDeclaring(name);
      this.#declaring.set(name, found);
    }
    return found;
  }

  async #findDeclaring(name: string): Promise<readonly string[]> {
    const paths = await this.codeFilesWith(name);
    const likely: string[] = [];
    for (const path of paths) if (seemsToDeclare(name, (await this.text(path)) ?? '')) likely.push(path);
    const wanted = (likely.length > 0 ? likely : paths).slice(0, MOST_DECLARING);
    await this.#prefetch(wanted);
    const declaring: string[] = [];
    for (const path of wanted) {
      const facts = (await this.file(path))?.facts;
      if (facts !== undefined && declarationsNamed(facts, name).length > 0) declaring.push(path);
    }
    return declaring;
  }

  #importedFiles(
    from: string,
    reference: Parameters<ConstructorParameters<typeof Resolver>[0]['importedFiles']>[1],
  ): Promise<readonly string[]> {
    const key = `${from}\n${reference.specifier}\n${reference.kind}\n${reference.names.join()}`;
    let found = this.#imports.get(key);
    if (found === undefined) {
      const resolve = resolverFor(from);
      const view = this.#view;
      found =
        resolve === undefined || view === undefined
          ? Promise.resolve([])
          : resolve({ from, reference, view });
      this.#imports.set(key, found);
    }
    return found;
  }
}

/** In a file, or below a directory; anywhere if no place is given. */
function isIn(path: string, place: string | undefined): boolean {
  return place === undefined || place === '.' || path === place || path.startsWith(`${place}/`);
}

/** The declaration itself and all inside of it. */
function insideOf(facts: FileFacts, index: number): Set<number> {
  const inside = new Set([index]);
  // Declarations come after the ones around them.
  for (const [at, { parent }] of facts.declarations.entries()) if (inside.has(parent)) inside.add(at);
  return inside;
}

function isQualifiedBy(qualifiedName: string, names: readonly string[]): boolean {
  const parts = qualifiedName.split('.');
  return names.every((name, at) => parts[parts.length - names.length + at] === name);
}

function byRelevance(a: SymbolMatch, b: SymbolMatch): number {
  return (
    rank(a) - rank(b) ||
    // What is declared inside of a function is seldom meant.
    a.qualifiedName.split('.').length - b.qualifiedName.split('.').length ||
    byCodeUnit(a.path, b.path) ||
    a.startLine - b.startLine ||
    byCodeUnit(a.qualifiedName, b.qualifiedName)
  );
}

/** Source first, then tests, then what tools wrote; types and functions before fields and variables. */
function rank({ path, kind }: SymbolMatch): number {
  const file = isGenerated(path, '') ? 4 : isTest(path) ? 2 : 0;
  return file + (/field|variable|constant|parameter/.test(kind) ? 1 : 0);
}
