/** One tree-sitter runtime for each thread. Trees are in WebAssembly memory, so they must not be used outside `withTree`. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompress } from 'node:zlib';
import type { Language, Node, Parser, Tree } from 'web-tree-sitter';
import { AppError } from '../errors.ts';
import { assetFile } from '../package-files.ts';
import { ownThreadId, timeLimit } from '../threads/index.ts';

/** Why a text was not parsed: it is too long, it is not text, or it took too much time or memory. */
export type Stop = 'size' | 'binary' | 'time' | 'memory';

export class Unparsed extends Error {
  readonly stop: Stop;

  constructor(stop: Stop) {
    super(`not parsed: ${stop}`);
    this.stop = stop;
  }
}

/** A tree takes about thirty times the size of its text; larger files are data or bundles, not code. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** In pages of 64 KiB. The longest text with the largest tree takes less than half of it; only an attack needs more. */
const MEMORY = { initial: 512, maximum: 8192 };

/**
 * Grammars with a function so large that V8's optimising compiler works on it for ten seconds, in the background, but the
 * process cannot end meanwhile. The baseline compiler's code is as fast.
 */
const PLAINLY_COMPILED = new Set(['swift']);

interface Runtime {
  parser: Parser;
  load(binary: Uint8Array): Promise<Language>;
  loadPlainly(binary: Uint8Array): Language;
}

// The types of Node 20 declare the namespace but not the value.
const { WebAssembly: Engine } = globalThis as unknown as {
  WebAssembly: {
    Module: new (binary: Uint8Array) => WebAssembly.Module;
    Memory: new (limits: { initial: number; maximum: number }) => object;
  };
};

let runtime: Promise<Runtime> | undefined;
const languages = new Map<string, Promise<Language>>();

let failed = false;
let threadId: number | undefined;

/** After a trap or a stack overflow the memory of the runtime may be corrupt: its thread should end. */
export function parserFailed(): boolean {
  return failed;
}

/** Parses and returns what `use` returns. Throws Unparsed if the text cannot be parsed within the limits. */
export async function withTree<T>(
  grammar: string,
  text: string,
  timeoutMs: number,
  use: (root: Node) => T,
): Promise<T> {
  if (text.length > MAX_TEXT_LENGTH) throw new Unparsed('size');
  if (text.includes('\0')) throw new Unparsed('binary');
  const { parser } = await startedRuntime();
  parser.setLanguage(await loadedLanguage(grammar));
  threadId ??= ownThreadId();
  // The scanners of some grammars never return at the end of a text without a final line break.
  const closed = text.endsWith('\n') ? text : `${text}\n`;
  let tree: Tree | null = null;
  try {
    tree = parser.parse(closed, null, { progressCallback: timeLimit(timeoutMs, threadId) });
    if (tree !== null) return use(tree.rootNode);
    parser.reset();
  } catch (error) {
    if (!isExhausted(error)) throw error;
    failed = true;
    throw new Unparsed('memory');
  } finally {
    // After a trap it is not safe to touch the tree.
    if (!failed) tree?.delete();
  }
  throw new Unparsed('time');
}

/** A trap in WebAssembly or a stack overflow: caused by the text, not by the program. */
function isExhausted(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

function startedRuntime(): Promise<Runtime> {
  runtime ??= startRuntime().catch((error: unknown) => {
    runtime = undefined;
    throw error;
  });
  return runtime;
}

async function startRuntime(): Promise<Runtime> {
  const [treeSitter, wasmBinary] = await Promise.all([
    import('web-tree-sitter'),
    readGrammarFile('web-tree-sitter'),
  ]);
  const quiet = () => {};
  // The C runtime prints to stdout otherwise, which belongs to the protocol.
  const wasmMemory = new Engine.Memory(MEMORY);
  await treeSitter.Parser.init({ wasmBinary, wasmMemory, print: quiet, printErr: quiet });
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
    // It may work next time: memory may have been short.
    language.catch(() => languages.delete(grammar));
  }
  return language;
}

export async function readGrammarFile(name: string): Promise<Uint8Array> {
  const file = assetFile(`grammars/${name}.wasm.br`);
  const packed = file && (await readFile(file).catch(() => undefined));
  if (packed !== undefined) return promisify(brotliDecompress)(packed);
  throw new AppError(
    'unavailable',
    'grammar_missing',
    `The grammar file ${name}.wasm.br is not in this installation.`,
    { hint: 'Reinstall Pilotbook.' },
  );
}
