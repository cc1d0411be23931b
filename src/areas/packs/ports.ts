/** What the use cases of packs need from outside. The adapters are markdown-repository.ts and workspace-code.ts. */
import type { Anchor } from '../../core/anchors/index.ts';
import type { Lines, Pack, Ref } from './types.ts';

/** Reading changes nothing. Only `expired` returns expired packs. An unreadable pack file is an error that names the file. */
export interface PackRepository {
  /** Ordered by id. */
  list(signal?: AbortSignal): Promise<Pack[]>;
  byId(id: string): Promise<Pack | undefined>;
  byName(name: string): Promise<Pack | undefined>;
  /** Expired packs that can be restored, the latest change first. */
  expired(): Promise<Pack[]>;
  /** Moves the files of expired packs aside, and removes those that were kept long enough. */
  purge(signal: AbortSignal): Promise<void>;
  /** Refuses a name that another pack has, also if another process creates it at the same time. */
  create(name: string | undefined, make: (id: string) => Pack, signal: AbortSignal): Promise<Pack>;
  /** Reads, checks the revision, changes and writes under a lock that all processes respect. */
  update(
    id: string,
    revision: number,
    change: (pack: Pack) => Promise<Pack>,
    signal: AbortSignal,
  ): Promise<Pack>;
  /** As `update`, for an expired pack; refused while another pack has its name. */
  restore(
    id: string,
    revision: number,
    change: (pack: Pack) => Promise<Pack>,
    signal: AbortSignal,
  ): Promise<Pack>;
  remove(id: string, revision: number, signal: AbortSignal): Promise<Pack>;
}

/** The code of a ref, verified now. */
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
  /** The lines of a declaration, or why they are not known. */
  declared(path: string, symbol: string): Promise<Lines | { problem: string }>;
}

export type OpenCode = (signal: AbortSignal) => CodeReader;

/** The part of a context bundle that packs use. */
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
