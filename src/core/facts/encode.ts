/** Facts as bytes, for a store: a head of JSON and the arrays behind it. What is not exactly of this form is refused. */
import { isRecord, parseJson } from '../text/index.ts';
import { FACTS_VERSION, type FileFacts } from './facts.ts';

const ARRAYS = [
  ['expressions', Int32Array],
  ['tokenStarts', Uint32Array],
  ['tokenNames', Uint32Array],
  ['tokenRoles', Uint8Array],
  ['tokenEnclosing', Int32Array],
  ['tokenRefs', Int32Array],
  ['comments', Uint32Array],
  ['strings', Uint32Array],
  ['errors', Uint32Array],
] as const;

interface Head {
  version: number;
  lengths: number[];
  facts: Pick<FileFacts, 'language' | 'space' | 'names' | 'declarations' | 'imports' | 'exports'>;
}

export function encodeFacts(facts: FileFacts): Uint8Array {
  const { language, space, names, declarations, imports, exports } = facts;
  const head: Head = {
    version: FACTS_VERSION,
    lengths: ARRAYS.map(([key]) => facts[key].length),
    facts: { language, space, names, declarations, imports, exports },
  };
  const json = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(json.length);
  const arrays = ARRAYS.map(([key]) => {
    const { buffer, byteOffset, byteLength } = facts[key];
    return Buffer.from(buffer, byteOffset, byteLength);
  });
  return Buffer.concat([size, json, ...arrays]);
}

/** Undefined for bytes of another version or form. */
export function decodeFacts(bytes: Uint8Array): FileFacts | undefined {
  try {
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const headEnd = 4 + data.readUInt32LE(0);
    const parsed = parseJson(data.toString('utf8', 4, headEnd));
    if (!('value' in parsed) || !isHead(parsed.value)) return undefined;
    const head = parsed.value;
    let at = headEnd;
    const arrays = ARRAYS.map(([key, Type], index) => {
      const length = (head.lengths[index] ?? 0) * Type.BYTES_PER_ELEMENT;
      // Copied, because an array of numbers must begin at a multiple of its size.
      const part = new Uint8Array(data.subarray(at, at + length));
      at += length;
      return [key, new Type(part.buffer)];
    });
    return at === data.length ? { ...head.facts, ...Object.fromEntries(arrays) } : undefined;
  } catch {
    return undefined;
  }
}

function isHead(value: unknown): value is Head {
  return (
    isRecord(value) &&
    value.version === FACTS_VERSION &&
    Array.isArray(value.lengths) &&
    isRecord(value.facts)
  );
}

/** About what facts take in memory, in bytes. */
export function factsSize(facts: FileFacts): number {
  const { tokenStarts, declarations, names, expressions, imports } = facts;
  return (
    tokenStarts.length * 17 +
    declarations.length * 200 +
    names.length * 40 +
    expressions.length * 4 +
    imports.length * 150
  );
}
