/** What the use cases of packs ask of the world. The adapters are markdown-repository.ts and workspace-code.ts. */
import type { Anchor } from '../../core/anchors/index.ts';
import type { Lines, Pack, Ref } from './types.ts';

/** Every pack it hands out is alive. A stored pack that cannot be read is an error that names the file. */
export interface PackRepository {
  /** Ordered by id. */
  list(signal?: AbortSignal): Promise<Pack[]>;
  byId(id: string): Promise<Pack | undefined>;
  byName(name: string): Promise<Pack | undefined>;
  /** Refuses a name that a living pack has, among all processes. */
  create(name: string | undefined, make: (id: string) => Pack, signal: AbortSignal): Promise<Pack>;
  /** Read, check the revision, change, write: nobody else comes between, among all processes. */
  update(
    id: string,
    revision: number,
    change: (pack: Pack) => Promise<Pack>,
    signal: AbortSignal,
  ): Promise<Pack>;
  remove(id: string, revision: number, signal: AbortSignal): Promise<Pack>;
}

/** The code a ref stands for, verified at this moment. */
export type Excerpt =
  | {
      state: 'fresh' | 'moved' | 'edited' | 'unverified';
      path: string;
      lines: Lines;
      code: readonly string[];
      reason: string;
    }
  | { state: 'stale'; reason: string };

/** Source files as they are during one call. */
export interface CodeReader {
  excerpt(ref: Ref): Promise<Excerpt>;
  /** The anchor of a place, or why there is none. */
  anchor(path: string, lines: Lines): Promise<Anchor | { problem: string }>;
}

export type OpenCode = (signal: AbortSignal) => CodeReader;

/** A context bundle, as far as a pack can be made of it. */
export interface Bundle {
  selections: readonly {
    path: string;
    startLine: number;
    endLine: number;
    rationale: string;
    anchor: Anchor;
  }[];
}

/** Throws if there is no such bundle. */
export type BundleSource = (id: string) => Promise<Bundle>;
