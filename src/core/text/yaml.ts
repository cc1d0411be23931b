/** YAML as untrusted text: no aliases (they can grow without bound), no tags, no duplicate keys, one document. */
import type { CST, Document } from 'yaml';
import { MAX_NESTING, TOO_DEEP } from './nesting.ts';

/**
 * The library takes some microseconds for each word (a key, a value, a mark, a blank, a line end), however long, and blocks the
 * thread. The limit is far above any document that people or tools write.
 */
const MAX_WORDS = 100_000;
const TOO_LONG = `more than ${MAX_WORDS} keys, values and marks`;

export type YamlPath = readonly (string | number)[];

export interface YamlText {
  value: unknown;
  /** For callers that change single fields and keep the rest as it is written. */
  document: Document;
  /** The line, from 1, of the value at the path, or of the nearest existing value around it. */
  lineAt(path: YamlPath): number;
}

export type ParsedYaml =
  | ({ ok: true } & YamlText)
  | { ok: false; line: number; problem: 'broken' | 'not plain data' | typeof TOO_DEEP | typeof TOO_LONG };

type Library = typeof import('yaml');

export async function parseYaml(text: string): Promise<ParsedYaml> {
  const yaml = await import('yaml');
  try {
    const document = composed(text, yaml);
    refuseAliasesAndRepeatedKeys(document, yaml);
    const lineAt = (path: YamlPath): number => {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (yaml.isNode(node) && node.range) return lineOf(text, node.range[0]);
      }
      return 1;
    };
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }), document, lineAt };
  } catch (thrown) {
    const { problem, offset } = thrown instanceof Refused ? thrown : new Refused('broken', 0);
    return { ok: false, line: lineOf(text, offset), problem };
  }
}

class Refused extends Error {
  readonly problem: Extract<ParsedYaml, { ok: false }>['problem'];
  readonly offset: number;

  constructor(problem: Refused['problem'], offset: number) {
    super(problem);
    this.problem = problem;
    this.offset = offset;
  }
}

/** Like the library's parseDocument, but it stops at the first problem: a text can have one in every byte. */
function composed(text: string, yaml: Library): Document.Parsed {
  const composer = new yaml.Composer({
    schema: 'core',
    // The library's check compares each key with each other.
    uniqueKeys: false,
    stringKeys: true,
    logLevel: 'error',
  });
  let first: Refused | undefined;
  // The library calls this for every problem and continues. What is thrown inside a collection it catches and reports as a
  // problem of the collection, so the first one is kept.
  Object.assign(composer, {
    onError: (at: number | readonly [number, number] | { offset: number }) => {
      first ??= new Refused('broken', typeof at === 'number' ? at : 'offset' in at ? at.offset : at[0]);
      throw first;
    },
  });
  const [document, second] = composer.compose(shallowTokens(text, yaml), true, text.length);
  const [problem] = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  if (!document || second || problem) throw new Refused('broken', problem?.pos[0] ?? second?.range[0] ?? 0);
  return document;
}

/**
 * Word by word, as the lexer splits them. The parser keeps open collections on a stack of its own, so text that nests too
 * deep, by brackets or by indentation, valid or not, is refused before any code recurses into it.
 */
function* shallowTokens(text: string, yaml: Library): Generator<CST.Token> {
  const parser = new yaml.Parser();
  let words = 0;
  for (const word of new yaml.Lexer().lex(text)) {
    for (const token of parser.next(word)) yield sound(token);
    if (++words > MAX_WORDS) throw new Refused(TOO_LONG, parser.offset);
    if (parser.stack.length > MAX_NESTING && parser.stack.filter(yaml.CST.isCollection).length > MAX_NESTING)
      throw new Refused(TOO_DEEP, parser.offset);
  }
  for (const token of parser.end()) yield sound(token);
}

function sound(token: CST.Token): CST.Token {
  if (token.type === 'error') throw new Refused('broken', token.offset);
  return token;
}

function refuseAliasesAndRepeatedKeys(document: Document.Parsed, yaml: Library): void {
  yaml.visit(document, {
    Alias: (_, { range }) => {
      throw new Refused('not plain data', range?.[0] ?? 0);
    },
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = yaml.isScalar(key) ? key.value : key;
        if (seen.has(name)) throw new Refused('broken', yaml.isNode(key) ? (key.range?.[0] ?? 0) : 0);
        seen.add(name);
      }
    },
  });
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
