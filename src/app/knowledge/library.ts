/** What people and agents wrote down, whichever area keeps it, read at most once a moment. */
import type { KnowledgeDocument } from '../../areas/recall/index.ts';
import type { Entry, Stash } from '../../areas/stash/index.ts';
import type { Anchor } from '../../core/anchors/index.ts';
import type { Clock } from '../../core/clock.ts';

/** What another process writes is seen this late at most; what this one writes, at once. */
const FRESH_MS = 2000;

export interface Library {
  entries(): Promise<readonly StashedEntry[]>;
  packs(): Promise<readonly KnownPack[]>;
  claims(): Promise<readonly KnowledgeDocument[]>;
  documents(): Promise<readonly KnowledgeDocument[]>;
  /** Something was written here: read again. */
  forget(): void;
}

export interface StashedEntry extends Entry {
  /** The refs that took its place. */
  supersededBy: readonly string[];
}

/** A pack, as far as anyone outside its area looks at it. */
export interface KnownPack {
  id: string;
  name?: string;
  title?: string;
  brief?: string;
  sections: readonly {
    title: string;
    description?: string;
    refs: readonly {
      path: string;
      lines: { start: number; end: number };
      anchor?: Anchor;
      title?: string;
      why?: string;
    }[];
  }[];
}

export interface Sources {
  stash: Pick<Stash, 'entries'>;
  packs(): Promise<readonly KnownPack[]>;
  claims(): Promise<readonly KnowledgeDocument[]>;
  clock: Clock;
  /** A source that fails is left out and told: one broken pack must not hide the notes. */
  failed(source: string, error: unknown): void;
}

export function createLibrary({ stash, packs, claims, clock, failed }: Sources): Library {
  const memory = new Map<string, { at: number; value: Promise<readonly unknown[]> }>();
  function remembered<T>(name: string, read: () => Promise<readonly T[]>): () => Promise<readonly T[]> {
    return () => {
      const known = memory.get(name);
      // What is kept under a name was put there by this very function.
      if (known && clock.elapsed() - known.at < FRESH_MS) return known.value as Promise<readonly T[]>;
      const value = read().catch((error: unknown) => {
        failed(name, error);
        return [];
      });
      memory.set(name, { at: clock.elapsed(), value });
      return value;
    };
  }
  const entries = remembered('stash', async () =>
    withSuccessors(await stash.entries(new AbortController().signal)),
  );
  const living = remembered('packs', packs);
  const stated = remembered('contexts', claims);
  return {
    entries,
    packs: living,
    claims: stated,
    documents: async () => [
      ...(await entries()).map(entryDocument),
      // A pack that was only named says nothing yet, and would answer whatever resembles its name.
      ...(await living()).map(packDocument).filter(({ text }) => text !== ''),
      ...(await stated()),
    ],
    forget: () => memory.clear(),
  };
}

function withSuccessors(entries: readonly Entry[]): StashedEntry[] {
  const successors = new Map<string, string[]>();
  for (const { ref, fields } of entries)
    for (const old of fields.supersedes ?? []) successors.set(old, [...(successors.get(old) ?? []), ref]);
  return entries.map((entry) => ({ ...entry, supersededBy: successors.get(entry.ref) ?? [] }));
}

function entryDocument({ ref, markdown, title, fields, supersededBy }: StashedEntry): KnowledgeDocument {
  const [successor] = supersededBy;
  return {
    id: ref,
    source: fields.type === undefined ? 'stash' : 'discovery',
    title,
    text: markdown,
    ...(fields.type === undefined ? {} : { type: fields.type }),
    ...(fields.module === undefined ? {} : { module: fields.module }),
    ...(successor === undefined ? {} : { supersededBy: successor }),
  };
}

function packDocument(pack: KnownPack): KnowledgeDocument {
  const parts = pack.sections.flatMap(({ title, description, refs }) => [
    title,
    description ?? '',
    ...refs.map((ref) => [ref.title, ref.why, ref.path].filter(Boolean).join(': ')),
  ]);
  return {
    id: pack.id,
    source: 'pack',
    title: packTitle(pack),
    text: [pack.brief ?? '', ...parts].filter(Boolean).join('\n'),
  };
}

export function packTitle(pack: KnownPack): string {
  return pack.title ?? pack.name ?? pack.id;
}
