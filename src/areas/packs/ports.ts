/** What the use cases of packs ask of the world. The adapters are markdown-repository.ts and workspace-code.ts. */
import type { Anchor } from '../../core/anchors/index.ts';
import type { Lines, Pack, Ref } from './types.ts';

/** Reading changes nothing. What it hands out has not expired, but for `expired`. A stored pack that cannot be read is an error that names the file. */
export interface PackRepository {
  /** Ordered by id. */
  list(signal?: AbortSignal): Promise<Pack[]>;
  byId(id: string): Promise<Pack | undefined>;
  byName(name: string): Promise<Pack | undefined>;
  /** Packs that have expired and can be restored, the latest change first. */
  expired(): Promise<Pack[]>;
  /** Puts the files of expired packs aside, and removes those that were kept long enough. */
  purge(signal: AbortSignal): Promise<void>;
  /** Refuses a name that a living pack has, among all processes. */
  create(name: string | undefined, make: (id: string) => Pack, signal: AbortSignal): Promise<Pack>;
  /** Read, check the revision, change, write: nobody else comes between, among all processes. */
  update(
    id: string,
    revision: number,
    change: (pack: Pack) => Promise<Pack>,
    signal: AbortSignal,
  ): Promise<Pack>;
  /** As `update`, for a pack that has expired; refused while another pack has its name. */
  restore(
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
