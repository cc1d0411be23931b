/** Checks what an /embeddings server answered. It is another program: nothing about the answer is assumed. */
import { AppError } from '../../errors.ts';
import { normalise, quantise } from '../quantise.ts';

/** `dims` undefined: any number of dimensions, but the same for all. */
export function vectorsOf(body: string, texts: number, dims: number | undefined): Int8Array[] {
  const rows = rowsOf(body);
  if (rows.length !== texts)
    throw badAnswer(`The embedding server gave ${rows.length} vectors for ${texts} texts.`);
  const vectors = new Array<Int8Array | undefined>(texts).fill(undefined);
  let expected = dims;
  for (const [place, row] of rows.entries()) {
    const index = fieldOf(row, 'index') ?? place;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= texts)
      throw badAnswer('The embedding server numbered its vectors wrongly.');
    const vector = vectorOf(fieldOf(row, 'embedding'), expected);
    expected = vector.length;
    vectors[index] = vector;
  }
  return vectors.map((vector) => {
    if (vector === undefined) throw badAnswer('The embedding server left a vector out.');
    return vector;
  });
}

function rowsOf(body: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    throw badAnswer('The embedding server did not answer in JSON.', cause);
  }
  const data = fieldOf(parsed, 'data');
  if (!Array.isArray(data)) throw badAnswer('The answer of the embedding server has no list of vectors.');
  return data;
}

function vectorOf(value: unknown, dims: number | undefined): Int8Array {
  if (!Array.isArray(value)) throw badAnswer('The embedding server gave something that is not a vector.');
  if (value.length === 0) throw badAnswer('The embedding server gave a vector without dimensions.');
  if (value.length !== (dims ?? value.length))
    throw new AppError(
      'unavailable',
      'embedding_dimension',
      `The embedding server gave ${value.length} dimensions after ${dims}.`,
      { hint: 'Another model seems to answer there now. Start again to embed with it.' },
    );
  const exact = new Float32Array(value.length);
  for (const [d, component] of value.entries()) {
    if (typeof component !== 'number' || !Number.isFinite(component))
      throw badAnswer('The embedding server gave a vector with something that is not a number.');
    exact[d] = component;
  }
  normalise(exact);
  const vector = new Int8Array(value.length);
  quantise(exact, vector);
  return vector;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map(Object.entries(value)).get(name);
}

function badAnswer(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'embedding_answer', message, {
    hint: 'Check the address and the model of the embedding server.',
    cause,
  });
}
