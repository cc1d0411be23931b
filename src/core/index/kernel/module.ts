/** Loads the compiled inner loops. Their source is kernel/*.ts at the root; `npm run kernel` compiles it. */
import { readFileSync } from 'node:fs';
import { AppError } from '../../errors.ts';
import { assetFile } from '../../package-files.ts';

/** What kernel/analysis.ts exports. Names that end in `At` or `Room` give addresses in the memory. */
export interface KernelExports {
  memory: { buffer: ArrayBuffer };
  setSecret(value: number): void;
  identifierUnitsAt(): number;
  lettersAt(): number;

  takeVocabulary(
    tokenBytes: number,
    starts: number,
    slots: number,
    prefixBytes: number,
    longestToken: number,
  ): number;
  takeModel(rows: number, dims: number, weightUnit: number): number;

  termBufferAt(): number;
  numberOfTerm(length: number): number;
  pushTerm(length: number): void;
  termCount(): number;
  termBytesAt(): number;
  termStartsAt(): number;

  textRoom(units: number): number;
  chunkRoom(chunks: number): number;
  nameRoom(names: number): number;
  nameTextRoom(units: number): number;
  takeFileName(units: number): void;
  takeLines(units: number): number;
  lineStartsAt(): number;
  lineIndentsAt(): number;
  lineFirstsAt(): number;
  start(): void;
  analyse(chunks: number, names: number): void;
  lengthsAt(): number;
  termEndsAt(): number;

  vectorsAt(): number;
  vectorBytes(): number;

  postingCount(): number;
  termColumnAt(): number;
  payloadColumnAt(): number;
  pathPayloadRoom(count: number): number;
  addPathTerms(bytes: number, count: number, document: number): void;
  invert(): void;
  invertPaths(): void;
  blocksAt(): number;
  blockBytes(): number;
  blockEndsAt(): number;
  blockCount(): number;
  directoryAt(): number;
  directoryBytes(): number;
}

/** What it asks of its host. */
export interface KernelHost {
  splitForeign(at: number, length: number): void;
  nameForeign(at: number, length: number): number;
}

// Node's types leave WebAssembly to the DOM library; this is the part used here.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
  RuntimeError: new () => Error;
};

let compiled: object | undefined;

export function startKernel(host: KernelHost): KernelExports {
  compiled ??= new WebAssembly.Module(kernelBytes());
  // The file is compiled from kernel/analysis.ts, which exports exactly these.
  return instanceOf(compiled, host).exports as KernelExports;
}

function instanceOf(module: object, host: KernelHost): { exports: unknown } {
  try {
    return new WebAssembly.Instance(module, { host, env: { abort } });
  } catch (thrown) {
    // Thrown when even the first allocation of memory fails.
    if (thrown instanceof RangeError) throw outOfMemory(thrown);
    throw thrown;
  }
}

/** Called when more memory is needed than WebAssembly can address. */
function abort(): never {
  throw outOfMemory();
}

/** A memory that cannot grow ends in `unreachable`; nothing else in the compiled code does. */
export function asKernelError(thrown: unknown): unknown {
  const isTrap = thrown instanceof WebAssembly.RuntimeError && thrown.message === 'unreachable';
  return isTrap ? outOfMemory(thrown) : thrown;
}

function outOfMemory(cause?: unknown): AppError {
  return new AppError('internal', 'out_of_memory', 'There is not enough memory to index the files.', {
    hint: 'Give the program more memory, or leave large files out with --exclude-globs.',
    cause,
  });
}

function kernelBytes(): Uint8Array {
  const file = assetFile('kernel/analysis.wasm');
  if (file !== undefined) return readFileSync(file);
  throw new AppError('unavailable', 'kernel_missing', 'A part of the program is missing.', {
    hint: 'Reinstall Pilotbook.',
  });
}
