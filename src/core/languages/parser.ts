/** One tree-sitter runtime for the process. Trees live in WebAssembly memory, so they never leave `withTree`. */
import { setFlagsFromString } from 'node:v8';
import type { Language, Node, Parser, Tree } from 'web-tree-sitter';
import { readGrammarFile } from './grammar-files.ts';

/** Trees take some thirty times the size of their text; beyond this a file is data or a bundle, not code. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/**
 * Grammars with a function so large that V8's optimising compiler works on it for ten seconds, in the background
 * but keeping the process from ending. What its plain compiler makes of them is as fast.
 */
const PLAINLY_COMPILED = new Set(['swift']);

interface Runtime {
  parser: Parser;
  load(binary: Uint8Array): Promise<Language>;
  loadPlainly(binary: Uint8Array): Language;
}

// The types of Node 20 know the namespace and not the value.
const { WebAssembly: Engine } = globalThis as unknown as {
  WebAssembly: { Module: new (binary: Uint8Array) => WebAssembly.Module };
};

let runtime: Promise<Runtime> | undefined;
const languages = new Map<string, Promise<Language>>();

/** What `use` makes of the tree; undefined when there is none within the time or the text is not fit to parse. */
export async function withTree<T>(
  grammar: string,
  text: string,
  timeoutMs: number,
  use: (root: Node) => T,
): Promise<T | undefined> {
  if (text.length > MAX_TEXT_LENGTH || text.includes('\0')) return undefined;
  const { parser } = await startedRuntime();
  parser.setLanguage(await loadedLanguage(grammar));
  const deadline = processorMs() + timeoutMs;
  // At the end of a text without line break the scanners of some grammars never return.
  const closed = text.endsWith('\n') ? text : `${text}\n`;
  let tree: Tree | null = null;
  try {
    tree = parser.parse(closed, null, { progressCallback: () => processorMs() > deadline });
    if (tree !== null) return use(tree.rootNode);
  } catch (error) {
    if (!isExhausted(error)) throw error;
  } finally {
    tree?.delete();
  }
  parser.reset();
  return undefined;
}

/** Of this process, not of the clock: on a busy machine too the same text has the same outline. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A trap in WebAssembly, or the end of the stack: the text is to blame, not the program. */
function isExhausted(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

function startedRuntime(): Promise<Runtime> {
  runtime ??= startRuntime();
  return runtime;
}

async function startRuntime(): Promise<Runtime> {
  const [treeSitter, wasmBinary] = await Promise.all([
    import('web-tree-sitter'),
    readGrammarFile('web-tree-sitter'),
  ]);
  const quiet = () => {};
  // The C runtime prints to stdout otherwise, which belongs to the protocol.
  await treeSitter.Parser.init({ wasmBinary, print: quiet, printErr: quiet });
  return {
    parser: new treeSitter.Parser(),
    load: (binary) => treeSitter.Language.load(binary),
    loadPlainly(binary) {
      setFlagsFromString('--liftoff-only');
      try {
        return treeSitter.Language.loadSync(new Engine.Module(binary));
      } finally {
        setFlagsFromString('--no-liftoff-only');
      }
    },
  };
}

function loadedLanguage(grammar: string): Promise<Language> {
  let language = languages.get(grammar);
  if (language === undefined) {
    language = Promise.all([startedRuntime(), readGrammarFile(grammar)]).then(
      ([{ load, loadPlainly }, binary]) =>
        PLAINLY_COMPILED.has(grammar) ? loadPlainly(binary) : load(binary),
    );
    languages.set(grammar, language);
  }
  return language;
}
