/**
 * Caches content hashes and documents by path while size and time stay the same: a check costs a stat, not a read. Stored in the
 * data directory between runs; losing it costs only time.
 */
import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import type { Folder } from '../../../core/store/index.ts';
import { parseJson } from '../../../core/text/index.ts';
import type { FileFacts } from '../../../core/workspace/index.ts';
import { citedClaims, constraintText } from '../claims/cited-claims.ts';
import type { ContextDocument } from '../document/document-schema.ts';

/** The part of a document that lists and searches need; small enough to keep for all documents. */
const knownDocumentSchema = () =>
  z.object({
    fingerprint: z.string(),
    lastUpdated: z.string(),
    summary: z.string(),
    decisions: z.array(z.object({ what: z.string(), why: z.string(), tradeoff: z.string().optional() })),
    constraints: z.array(z.string()),
    /** Whether a claim cites a place in code. */
    cites: z.boolean(),
  });

export type KnownDocument = z.output<ReturnType<typeof knownDocumentSchema>>;

export function knownDocument(document: ContextDocument): KnownDocument {
  return {
    fingerprint: document.fingerprint,
    lastUpdated: document.last_updated,
    summary: document.summary,
    decisions: (document.decisions ?? []).map(({ what, why, tradeoff }) => ({
      what,
      why,
      ...(tradeoff === undefined ? {} : { tradeoff }),
    })),
    constraints: (document.constraints ?? []).map(constraintText),
    cites: citedClaims(document).length > 0,
  };
}

export type Stat = Pick<FileFacts, 'size' | 'mtimeMs'> & { path: string };

export interface StatCache {
  hash(file: Stat): string | undefined;
  setHash(file: Stat, hash: string): void;
  /** Null if the file is not a document of this version. */
  document(file: Stat): KnownDocument | null | undefined;
  setDocument(file: Stat, document: KnownDocument | null): void;
  /** Drops files that no longer exist. */
  keepOnly(paths: ReadonlySet<string>): void;
  /** Writes the cache if it changed. */
  save(): Promise<void>;
}

const NAME = 'contexts.json';
const VERSION = 2;
const MAX_BYTES = 64 * 1024 * 1024;
/** A younger file may change again without a new time; FAT has a resolution of two seconds. */
const UNSETTLED_MS = 2000;

type Row<T> = [path: string, size: number, mtimeMs: number, value: T];

const fileSchema = () =>
  z.object({
    version: z.literal(VERSION),
    hashes: z.array(z.unknown()),
    documents: z.array(
      z.tuple([z.string(), z.number(), z.number(), z.union([knownDocumentSchema(), z.null()])]),
    ),
  });

export function memoryCache(clock: Clock): StatCache {
  return new Cache(clock, undefined, [], []);
}

/** The file is in the repository, so rows of any other form are dropped. */
export async function openStatCache(openData: () => Promise<Folder>, clock: Clock): Promise<StatCache> {
  const folder = await openData().catch(() => undefined);
  const read = await folder?.read(NAME, MAX_BYTES).catch(() => undefined);
  const stored = read?.found ? parse(read.text) : undefined;
  return new Cache(clock, folder, (stored?.hashes ?? []).filter(isHashRow), stored?.documents ?? []);
}

class Cache implements StatCache {
  readonly #clock: Clock;
  readonly #folder: Folder | undefined;
  readonly #hashes: Map<string, Row<string>>;
  readonly #documents: Map<string, Row<KnownDocument | null>>;
  #changed = false;

  constructor(
    clock: Clock,
    folder: Folder | undefined,
    hashes: readonly Row<string>[],
    documents: readonly Row<KnownDocument | null>[],
  ) {
    this.#clock = clock;
    this.#folder = folder;
    this.#hashes = new Map(hashes.map((row) => [row[0], row]));
    this.#documents = new Map(documents.map((row) => [row[0], row]));
  }

  hash(file: Stat): string | undefined {
    return valid(this.#hashes.get(file.path), file);
  }

  setHash(file: Stat, hash: string): void {
    this.#set(this.#hashes, file, hash);
  }

  document(file: Stat): KnownDocument | null | undefined {
    return valid(this.#documents.get(file.path), file);
  }

  setDocument(file: Stat, document: KnownDocument | null): void {
    this.#set(this.#documents, file, document);
  }

  keepOnly(paths: ReadonlySet<string>): void {
    for (const map of [this.#hashes, this.#documents])
      for (const path of map.keys())
        if (!paths.has(path)) {
          map.delete(path);
          this.#changed = true;
        }
  }

  async save(): Promise<void> {
    if (!this.#changed || !this.#folder) return;
    this.#changed = false;
    const text = JSON.stringify({
      version: VERSION,
      hashes: [...this.#hashes.values()],
      documents: [...this.#documents.values()],
    });
    // A read-only checkout works without it.
    await this.#folder.writeAtomic(NAME, text).catch(() => {});
  }

  #set<T>(map: Map<string, Row<T>>, { path, size, mtimeMs }: Stat, value: T): void {
    if (mtimeMs > this.#clock.now() - UNSETTLED_MS) return;
    map.set(path, [path, size, mtimeMs, value]);
    this.#changed = true;
  }
}

function valid<T>(row: Row<T> | undefined, { size, mtimeMs }: Stat): T | undefined {
  return row !== undefined && row[1] === size && row[2] === mtimeMs ? row[3] : undefined;
}

function parse(text: string): z.output<ReturnType<typeof fileSchema>> | undefined {
  const json = parseJson(text);
  return json.ok ? fileSchema().safeParse(json.value).data : undefined;
}

/** Without the schema library, because there may be a hundred thousand rows. */
function isHashRow(row: unknown): row is Row<string> {
  if (!Array.isArray(row)) return false;
  const [path, size, mtimeMs, hash]: unknown[] = row;
  return (
    typeof path === 'string' &&
    typeof size === 'number' &&
    typeof mtimeMs === 'number' &&
    typeof hash === 'string'
  );
}
