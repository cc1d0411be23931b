/** One question about symbols, from beginning to end. */
import { DECLARATION_FLAGS, type FileFacts, hasFacts } from '../facts/index.ts';
import { isGenerated, isTest } from '../file-kind/index.ts';
import { classifyMentions, declarationsNamed, isBroken, type Mention, type Target } from './classify.ts';
import { enclosingDeclaration, isPlainLocal } from './enclosing.ts';
import type { ReadFile } from './facts-store.ts';
import { scopeOfLanguage } from './language-scope.ts';
import { lineAt } from './lines.ts';
import { type DeclarationRef, isSame, keyOf } from './meaning.ts';
import { nearestFirst, piecesOf, wordsLike } from './near-names.ts';
import { type OtherName, otherNames } from './other-names.ts';
import type { SymbolQuestion } from './question.ts';
import { Resolver } from './resolver/resolver.ts';
import { type SessionDeps, SessionFiles, type SessionLimits } from './session-files.ts';
import { byRelevance, isQualifiedBy, type SymbolMatch } from './symbol-match.ts';

export interface MentionsFound {
  mentions: readonly Mention[];
  /**
   * Uses under another name: certain ones in files that import it so, likely ones of a variable that may hold it. No mentions of its
   * own name, so no class counts them.
   */
  aliased: readonly AliasedUse[];
  /** Files that hold the name and were not parsed, or not for the most part: their mentions are possible. */
  unparsed: readonly UnparsedFile[];
}

export interface AliasedUse extends Mention {
  /** The name it has there. */
  alias: string;
}

export interface UnparsedFile {
  path: string;
  why: 'minified' | 'stopped' | 'no time' | 'syntax errors';
}

/** Files whose declarations are looked for one after the other, for names that are not the one asked for. */
const MOST_DECLARING = 200;
/** Variables that hold one function, whose uses are listed. */
const MOST_OTHER_NAMES = 8;
const IS_NO_USE = new Set(['import', 're-export', 'definition']);
/** Shorter names are in too many others to be of help. */
const SHORTEST_NEAR = 3;

export class SymbolSession {
  readonly resolver: Resolver;
  readonly #files: SessionFiles;
  readonly #declaring = new Map<string, Promise<readonly string[]>>();

  constructor(deps: SessionDeps, limits: SessionLimits) {
    const files = new SessionFiles(deps, limits);
    this.#files = files;
    this.resolver = new Resolver({
      facts: async (path) => (await files.file(path))?.facts,
      importedFiles: (from, reference) => files.imported(from, reference),
      filesIn: (directory) => files.inDirectory(directory),
      declaring: (name) => this.#declaringFiles(name),
    });
  }

  /** The file as it was when this session first read it. Undefined if it cannot be read. */
  file(path: string): Promise<ReadFile | undefined> {
    return this.#files.file(path);
  }

  /** As `file`, where nothing needs to be parsed. */
  text(path: string): Promise<string | undefined> {
    return this.#files.text(path);
  }

  /** How many files were not parsed because time was up: all that was found so far is without them. */
  /** Time is up: further questions find only what is parsed already. */
  get isLate(): boolean {
    return this.#files.isLate;
  }

  get filesLeft(): number {
    return this.#files.left;
  }

  /** Must be called before `resolver` is used; what needs one file only does without the listing. */
  async open(): Promise<this> {
    await this.#files.open();
    return this;
  }

  /** Facts that are known without reading the file. */
  factsNow(path: string): Promise<FileFacts | undefined> {
    return this.#files.factsNow(path);
  }

  /** All files whose names can be told apart, in order of path. */
  codeFiles(): Promise<readonly string[]> {
    return this.#files.all();
  }

  /** Files with such names that may hold the word. */
  codeFilesWith(name: string): Promise<readonly string[]> {
    return this.#files.with(name);
  }

  // ---- Finding

  /**
   * Declarations that the question means, best first: source before tests and generated files. There is no answer without
   * them, so the files they may be in are waited for when time is up.
   */
  find(question: SymbolQuestion): Promise<SymbolMatch[]> {
    return this.#files.patiently(() => this.#find(question));
  }

  async #find({ names, path: place, line }: SymbolQuestion): Promise<SymbolMatch[]> {
    if (line !== undefined && place !== undefined) {
      const around = await this.around(place, line);
      return around === undefined ? [] : [around];
    }
    const name = names.at(-1);
    if (name === undefined) return [];
    const found: SymbolMatch[] = [];
    for (const path of await this.#filesToFindIn(name, names, place)) {
      const facts = (await this.file(path))?.facts;
      if (facts === undefined) continue;
      for (const index of declarationsNamed(facts, name)) {
        const match = await this.describe({ path, index });
        if (match !== undefined && isQualifiedBy(match.qualifiedName, names)) found.push(match);
      }
    }
    return found.length > 0 ? found.sort(byRelevance) : await this.#inherited(names, place);
  }

  /** `Client.send` that a base of `Client` declares. */
  async #inherited(names: readonly string[], place: string | undefined): Promise<SymbolMatch[]> {
    const name = names.at(-1);
    if (name === undefined || names.length < 2) return [];
    await this.open();
    const found = new Map<string, SymbolMatch>();
    for (const type of await this.#find({ names: names.slice(0, -1), path: place, line: undefined }))
      for (const member of await this.resolver.members(type, name)) {
        const match = member.is === 'declaration' ? await this.describe(member) : undefined;
        if (match !== undefined) found.set(keyOf(match), match);
      }
    return [...found.values()].sort(byRelevance);
  }

  /** A file that is named is the only one to be parsed. */
  async #filesToFindIn(
    name: string,
    names: readonly string[],
    place: string | undefined,
  ): Promise<readonly string[]> {
    if (place !== undefined && hasFacts(place) && (await this.file(place)) !== undefined) return [place];
    const paths = await this.#files.seemingToDeclare(name, place);
    const [near, far]: [string[], string[]] = [[], []];
    for (const path of paths) {
      const text = (await this.text(path)) ?? '';
      (names.every((each) => text.includes(each)) ? near : far).push(path);
    }
    // A method is declared where its class is named: of many files that declare a common name, these are parsed.
    const wanted = [...near, ...far].slice(0, MOST_DECLARING);
    await this.#files.prefetch(wanted);
    return wanted;
  }

  /** Declarations whose names differ from the one asked for in case only; if there are none, those whose names hold it. */
  async findNear(question: SymbolQuestion): Promise<SymbolMatch[]> {
    const name = question.names.at(-1);
    if (name === undefined || name.length < SHORTEST_NEAR) return [];
    const wanted = name.toLowerCase();
    const files: string[] = [];
    for (const path of await this.#files.withAny([name], question.path)) {
      if (files.length >= MOST_DECLARING) break;
      if ((await this.text(path))?.toLowerCase().includes(wanted) === true) files.push(path);
    }
    await this.#files.prefetch(files);
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
    for (const path of await this.#files.withAny(piecesOf(name), question.path)) {
      if (this.#files.isLate) break;
      const text = (await this.text(path)) ?? '';
      for (const word of wordsLike(name, text)) words.add(word);
    }
    const found: string[] = [];
    for (const word of nearestFirst(name, words)) {
      if (found.length >= most || this.#files.isLate) break;
      const [match] = await this.find({ ...question, names: [word] });
      if (match !== undefined) found.push(match.qualifiedName);
    }
    return found;
  }

  /** The innermost declaration around a line that is no local variable. */
  async around(path: string, line: number): Promise<SymbolMatch | undefined> {
    const facts = (await this.file(path))?.facts;
    const index = facts === undefined ? -1 : enclosingDeclaration(facts, line);
    return index === -1 ? undefined : await this.describe({ path, index });
  }

  /** Its qualified name; null at the top of a file and in one that cannot be parsed, undefined if there was no time to parse it. */
  async nameAround(path: string, line: number, known?: FileFacts): Promise<string | null | undefined> {
    const facts = known ?? (await this.file(path))?.facts;
    if (facts === undefined) return this.#files.isLeft(path) ? undefined : null;
    const index = enclosingDeclaration(facts, line);
    return index === -1 ? null : await this.#qualifiedName({ path, index }, facts);
  }

  async describe(ref: DeclarationRef): Promise<SymbolMatch | undefined> {
    const read = await this.file(ref.path);
    const declaration = read?.facts?.declarations[ref.index];
    if (read?.facts === undefined || declaration === undefined) return undefined;
    const { name, kind, startLine, endLine, at } = declaration;
    const qualifiedName = await this.#qualifiedName(ref, read.facts);
    return { ...ref, name, qualifiedName, kind, startLine, endLine, line: lineAt(read, at) };
  }

  async #qualifiedName(ref: DeclarationRef, facts: FileFacts, seen = new Set<string>()): Promise<string> {
    const names: string[] = [];
    for (let at = ref.index; at >= 0; at = facts.declarations[at]?.parent ?? -1) {
      const key = keyOf({ path: ref.path, index: at });
      // Owners in several files can lead back here: an extension of a type that is declared in an extension of this one.
      if (seen.has(key)) break;
      seen.add(key);
      const declaration = facts.declarations[at];
      if (declaration === undefined) break;
      // A type without a name has members too.
      if (declaration.name !== '') names.unshift(declaration.name);
      if (declaration.owner < 0) continue;
      await this.open();
      const owner = await this.resolver.ownerOf({ path: ref.path, index: at });
      const ownerFacts = owner && (await this.file(owner.path))?.facts;
      if (owner !== undefined && ownerFacts !== undefined)
        return [await this.#qualifiedName(owner, ownerFacts, seen), ...names].filter(Boolean).join('.');
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
    this.#files.grantParsing();
    // When time is up, tests and what tools wrote are missing, not the source.
    await this.#files.prefetch([...files.filter((path) => !isLast(path)), ...files.filter(isLast)]);
    await this.open();
    const target = await this.#target(symbol, files);
    const isFunction = await this.#isFunction(symbol);
    const mentions: Mention[] = [];
    const aliased: AliasedUse[] = [];
    const unparsed: UnparsedFile[] = [];
    const held: OtherName[] = [];
    for (const path of files) {
      const read = await this.file(path);
      if (read === undefined || !accepts(path)) continue;
      const found = await classifyMentions(target, path, read.text, read.facts, this.resolver);
      mentions.push(...found);
      aliased.push(...(await this.#aliased(target, path, read)));
      if (found.length === 0) continue;
      if (isFunction && read.facts !== undefined)
        held.push(...(await otherNames(target, path, read.facts, this.resolver)));
      if (read.facts === undefined) unparsed.push({ path, why: read.unparsed ?? 'no time' });
      else if (isBroken(read.facts, read.text)) unparsed.push({ path, why: 'syntax errors' });
    }
    for (const each of held.slice(0, MOST_OTHER_NAMES))
      for (const use of await this.#usesOf(each, accepts))
        if (!mentions.some(({ path, offset }) => path === use.path && offset === use.offset))
          aliased.push(use);
    return { mentions, aliased, unparsed };
  }

  /** Of a variable that may hold the function asked for, so they are likely. */
  async #usesOf(held: OtherName, accepts: (path: string) => boolean): Promise<AliasedUse[]> {
    const holding = held.isLocal ? [held.path] : await this.codeFilesWith(held.name);
    // A name that is everywhere is looked for where it was given.
    const files = holding.length > MOST_DECLARING ? [held.path] : holding;
    const target = { name: held.name, parts: [held], namesakes: [held], owner: undefined };
    const found: AliasedUse[] = [];
    for (const path of files.filter(accepts)) {
      const read = await this.file(path);
      if (read?.facts === undefined) continue;
      for (const use of await classifyMentions(target, path, read.text, read.facts, this.resolver))
        if ((use.class === 'certain' || use.class === 'likely') && !IS_NO_USE.has(use.role ?? ''))
          found.push({ ...use, class: 'likely', alias: held.name });
    }
    return found;
  }

  async #isFunction({ path, index }: DeclarationRef): Promise<boolean> {
    return /function|method/.test((await this.file(path))?.facts?.declarations[index]?.kind ?? '');
  }

  /** Uses under another name, in a file that imports it so: `from text import slugify as to_slug`. */
  async #aliased(target: Target, path: string, { text, facts }: ReadFile): Promise<AliasedUse[]> {
    const aliases = new Set(
      (facts?.imports ?? [])
        .filter(({ imported, local }) => imported === target.name && local !== '' && local !== target.name)
        .map(({ local }) => local),
    );
    const found: AliasedUse[] = [];
    for (const alias of aliases)
      for (const use of await classifyMentions({ ...target, name: alias }, path, text, facts, this.resolver))
        if (use.class === 'certain' && use.role !== 'import') found.push({ ...use, alias });
    return found;
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

  /** Types that extend, implement or embed the type directly. */
  async subtypes(symbol: DeclarationRef & { name: string }): Promise<SymbolMatch[]> {
    const { mentions, aliased } = await this.mentions(symbol);
    const uses = [...mentions, ...aliased];
    const paths = [...new Set(uses.filter(({ role }) => role === 'extends').map(({ path }) => path))];
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
    await this.open();
    const found: (SymbolMatch | { external: string })[] = [];
    for (const base of await this.resolver.bases(symbol)) {
      if (base.is === 'external') found.push({ external: base.name });
      const match = 'path' in base ? await this.describe(base) : undefined;
      if (match !== undefined) found.push(match);
    }
    return found;
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
    const wanted = (await this.#files.seemingToDeclare(name, undefined)).slice(0, MOST_DECLARING);
    await this.#files.prefetch(wanted);
    const declaring: string[] = [];
    for (const path of wanted) {
      const facts = (await this.file(path))?.facts;
      if (facts !== undefined && declarationsNamed(facts, name).length > 0) declaring.push(path);
    }
    return declaring;
  }
}
