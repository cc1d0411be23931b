/**
 * WebAssembly by hand: JavaScript has no vector instructions, and a loop that has them is several times as fast. A
 * module holds one function of five integers, without a result, and a memory of its own.
 */
const I32 = 0x7f;
const V128 = 0x7b;
export const PAGE_BYTES = 65_536;
/** Bytes in a vector. */
export const LANES = 16;

export const get = (local: number) => [0x20, local];
export const set = (local: number) => [0x21, local];
export const tee = (local: number) => [0x22, local];
export const constant = (value: number) => [0x41, ...signed(value)];
export const add = [0x6a];
export const subtract = [0x6b];
export const below = [0x49];
export const loop = [0x03, 0x40];
export const repeatIf = [0x0d, 0];
export const end = [0x0b];
export const storeInt = [0x36, 2, 0];
/** On vectors: v for the whole, b for int8, s for int16, i for int32. */
export const vLoad = [0xfd, 0x00, 0, 0];
export const vZeros = [0xfd, 0x0c, ...new Array<number>(LANES).fill(0)];
export const iLane = (n: number) => [0xfd, 0x1b, n];
export const bProductsLow = [0xfd, 0x9c, 0x01];
export const bProductsHigh = [0xfd, 0x9d, 0x01];
export const sAdd = [0xfd, 0x8e, 0x01];
export const sPairsToInts = [0xfd, 0x7e];
export const iAdd = [0xfd, 0xae, 0x01];

// Node's types leave WebAssembly to the DOM library; this is the part used here.
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

export interface Assembly {
  /** Beyond the five parameters, which are locals 0 to 4; the integers come first. */
  integers: number;
  vectors: number;
  body: readonly number[];
  memoryBytes: number;
}

export interface Assembled {
  run(a: number, b: number, c: number, d: number, e: number): void;
  memory: { buffer: ArrayBuffer };
}

/** Null where the engine has no vector instructions. */
export function assemble({ integers, vectors, body, memoryBytes }: Assembly): Assembled | null {
  const code = [2, integers, I32, vectors, V128, ...body, ...end];
  const bytes = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...unsigned(Math.ceil(memoryBytes / PAGE_BYTES))]),
    ...section(7, [2, ...name('run'), 0, 0, ...name('memory'), 2, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
  if (!WebAssembly.validate(bytes)) return null;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  // The module above exports exactly these two.
  return exports as Assembled;
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** Of a number that is not negative; the highest bit kept says so. */
function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}

const section = (id: number, content: number[]) => [id, ...unsigned(content.length), ...content];
const name = (text: string) => [text.length, ...new TextEncoder().encode(text)];
