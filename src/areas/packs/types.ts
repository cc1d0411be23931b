/** What a pack is, and what its ids, names, keys and places may look like. Times are milliseconds since the epoch. */

import { createHash } from 'node:crypto';
import type { Anchor } from '../../core/anchors/index.ts';
import { AppError } from '../../core/errors.ts';

export const STATUSES = ['draft', 'finalized'] as const;
export type Status = (typeof STATUSES)[number];

/** From 1, both included. */
export interface Lines {
  start: number;
  end: number;
}

/** A place in a source file. */
export interface Ref {
  key: string;
  path: string;
  lines: Lines;
  title?: string;
  why?: string;
  group?: string;
  /** The code when the ref was written; without it the place cannot be verified. */
  anchor?: Anchor;
}

export interface Diagram {
  key: string;
  title: string;
  mermaid: string;
  why?: string;
}

export interface Section {
  key: string;
  title: string;
  description?: string;
  refs: readonly Ref[];
  diagrams: readonly Diagram[];
}

/** The revision that last changed a section; also of removed sections. */
export interface SectionChange {
  section: string;
  revision: number;
}

export interface Pack {
  id: string;
  name?: string;
  title?: string;
  brief?: string;
  status: Status;
  tags: readonly string[];
  sections: readonly Section[];
  revision: number;
  createdAt: number;
  updatedAt: number;
  /** Null: it does not expire. */
  expiresAt: number | null;
  changes: readonly SectionChange[];
}

/** Undefined leaves a field as it is, null clears it. */
export type Change<T> = T | null | undefined;

/** A copy with these fields set, kept or cleared. */
export function changed<T extends object, K extends string & keyof T>(
  before: T,
  fields: Partial<Record<K, Change<unknown>>>,
): T {
  const entries = new Map<string, unknown>(Object.entries(before));
  for (const [key, value] of Object.entries(fields)) {
    if (value === null) entries.delete(key);
    else if (value !== undefined) entries.set(key, value);
  }
  // The keys are T's own; the callers' types say which values they take.
  return Object.fromEntries(entries) as T;
}

const ID = /^pk_[a-z2-7]{8}$/;
const KEY = /^[a-z0-9][a-z0-9_-]{1,63}$/;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_LENGTH = 8;
const NAME_LENGTH = { least: 3, most: 120 };
const MAX_PATH_BYTES = 1024;
/** Nobody curates a longer excerpt. */
const MAX_SPAN = 2000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

export function invalid(message: string, details?: Record<string, unknown>): AppError {
  return new AppError('invalid', 'invalid_data', message, details === undefined ? {} : { details });
}

export function isId(text: string): boolean {
  return ID.test(text);
}

/** No other process has the same word, so the id is as good as random. */
export function idFrom(word: string): string {
  const digest = createHash('sha256').update(word).digest();
  return `pk_${Array.from(digest.subarray(0, ID_LENGTH), (byte) => BASE32.charAt(byte % BASE32.length)).join('')}`;
}

export function checkKey(key: string, field: string): string {
  if (KEY.test(key)) return key;
  throw invalid(`${field} must be 2 to 64 of a-z, 0-9, - and _, beginning with a letter or digit.`);
}

export function checkName(name: string): string {
  const length = [...name].length;
  if (length < NAME_LENGTH.least || length > NAME_LENGTH.most)
    throw invalid(`name must have ${NAME_LENGTH.least} to ${NAME_LENGTH.most} characters.`);
  if (isId(name)) throw invalid('name must not look like a pack id.');
  if (CONTROL.test(name)) throw invalid('name must be one line without control characters.');
  return name;
}

export function checkPath(path: string): string {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw invalid(`path must have at most ${MAX_PATH_BYTES} bytes.`);
  return path;
}

export function checkLines({ start, end }: Lines): Lines {
  if (start < 1) throw invalid('line_start counts from 1.');
  if (end < start) throw invalid('line_end must not be before line_start.');
  if (end - start + 1 > MAX_SPAN)
    throw invalid(`A ref spans at most ${MAX_SPAN} lines; split it into several.`);
  return { start, end };
}
