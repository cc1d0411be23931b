/** One tree-sitter runtime for the process. Trees live in WebAssembly memory, so they never leave `withTree`. */
import type { Language, Node, Parser } from 'web-tree-sitter';
import { systemClock } from '../clock.ts';
import { readGrammarFile } from './grammar-files.ts';

/** Trees take some thirty times the size of their text; beyond this a file is data or a bundle, not code. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

interface Runtime {
  parser: Parser;
  load(binary: Uint8Array): Promise<Language>;
}

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
  const deadline = systemClock.elapsed() + timeoutMs;
  const tree = parser.parse(text, null, { progressCallback: () => systemClock.elapsed() > deadline });
  if (tree === null) {
    parser.reset();
    return undefined;
  }
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
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
  return { parser: new treeSitter.Parser(), load: (binary) => treeSitter.Language.load(binary) };
}

function loadedLanguage(grammar: string): Promise<Language> {
  let language = languages.get(grammar);
  if (language === undefined) {
    language = Promise.all([startedRuntime(), readGrammarFile(grammar)]).then(([{ load }, binary]) =>
      load(binary),
    );
    languages.set(grammar, language);
  }
  return language;
}
