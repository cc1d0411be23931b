/** Everything people and agents wrote down, whichever area keeps it, read at most every two seconds. */
import type { Claim } from '../areas/contexts/index.ts';
import type { Pack } from '../areas/packs/index.ts';
import type { KnowledgeDocument } from '../areas/recall/index.ts';
import type { Stash, SurveyedEntry, SurveyedStash } from '../areas/stash/index.ts';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';

/** What another process writes is seen this late at most; what this one writes, at once. */
const FRESH_MS = 2000;

export interface Library {
  /** Undefined: there is none, or it cannot be read. */
  stash(): Promise<SurveyedStash | undefined>;
  /** Those that have not expired. */
  packs(): Promise<readonly Pack[]>;
  /** For searches. */
  documents(): Promise<readonly KnowledgeDocument[]>;
  /** Something was written here: read again. */
  forget(): void;
}

export interface LibrarySources {
  stash: Pick<Stash, 'survey'>;
  packs(): Promise<readonly Pack[]>;
  claims(signal: AbortSignal): Promise<readonly Claim[]>;
  clock: Clock;
  /** A source that fails is left out and logged: one broken pack must not hide the notes. */
  failed(source: string, error: unknown): void;
}

export function createLibrary({ stash, packs, claims, clock, failed }: LibrarySources): Library {
  const memory = new Map<string, { at: number; value: Promise<unknown> }>();
  function remembered<T>(name: string, read: () => Promise<T>): () => Promise<T | undefined> {
    return () => {
      const known = memory.get(name);
      // What is kept under a name was put there by this very function.
      if (known && clock.elapsed() - known.at < FRESH_MS) return known.value as Promise<T | undefined>;
      const value = read().catch((error: unknown) => {
        if (!isAbsent(error)) failed(name, error);
        return undefined;
      });
      memory.set(name, { at: clock.elapsed(), value });
      return value;
    };
  }
  // Several calls wait for one read: none of them may cancel it for the others.
  const shared = new AbortController().signal;
  const entries = remembered('stash', () => stash.survey(shared));
  const living = remembered('packs', packs);
  const stated = remembered('contexts', () => claims(shared));
  return {
    stash: entries,
    packs: async () => (await living()) ?? [],
    documents: async () => [
      ...((await entries())?.entries ?? []).map(entryDocument),
      // A pack that has only a name would match every query that resembles the name.
      ...((await living()) ?? []).map(packDocument).filter(({ text }) => text !== ''),
      ...((await stated()) ?? []).map(claimDocument),
    ],
    forget: () => memory.clear(),
  };
}

/** A project may have no entries, or deny reading them. */
function isAbsent(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'not_initialized' || error.code === 'denied');
}

function entryDocument({ ref, markdown, title, fields, supersededBy }: SurveyedEntry): KnowledgeDocument {
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

function packDocument(pack: Pack): KnowledgeDocument {
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

export function packTitle({ id, name, title }: Pack): string {
  return title ?? name ?? id;
}

function claimDocument({ id, kind, title, text, date }: Claim): KnowledgeDocument {
  return {
    id,
    source: 'context',
    title,
    text,
    date,
    // Among the kinds that can be searched for, a constraint is a rule.
    type: kind === 'decision' ? 'decision' : 'rule',
  };
}
