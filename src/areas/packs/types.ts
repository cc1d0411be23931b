/** What a pack is. Times are milliseconds since the epoch. */
import type { Anchor } from '../../core/anchors/index.ts';

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
  /** What stood there when it was written; without it the place cannot be verified. */
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

/** When a section, perhaps one that is gone, was last changed. */
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

/** The object with these fields set, left or cleared. */
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
