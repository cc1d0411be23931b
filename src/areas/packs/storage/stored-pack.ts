/** The stored form of a pack, schema version 2, read strictly. */
import { z } from 'zod';
import { type Anchor, readAnchor } from '../../../core/anchors/index.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Diagram, Pack, Ref, Section } from '../types.ts';

export const SCHEMA_VERSION = 2;

/** Older programs write null for an absent field. */
const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined);
const text = z.string();
const count = z.number().int().min(1);
const time = z
  .string()
  .transform((value) => Date.parse(value))
  .refine((value) => !Number.isNaN(value), 'not a time');
const key = z.string().regex(/^[a-z0-9][a-z0-9_-]{1,63}$/);

const storedRef = z.strictObject({
  key,
  path: text,
  lines: z
    .strictObject({ start: count, end: count })
    .refine(({ start, end }) => start <= end, 'end before start'),
  title: optional(text),
  why: optional(text),
  group: optional(text),
  anchor: optional(z.custom<Anchor>((value) => readAnchor(value) !== undefined)),
});

const storedDiagram = z.strictObject({ key, title: text, mermaid: text, why: optional(text) });

const uniqueKeys = (items: readonly { key: string }[]) =>
  new Set(items.map((item) => item.key)).size === items.length;

const storedSection = z.strictObject({
  key,
  title: text,
  description: optional(text),
  refs: z.array(storedRef).refine(uniqueKeys, 'a key twice'),
  diagrams: z.array(storedDiagram).refine(uniqueKeys, 'a key twice'),
});

const storedPack = z.strictObject({
  schema_version: z.literal(SCHEMA_VERSION),
  id: text,
  name: optional(text),
  title: optional(text),
  brief: optional(text),
  status: z.enum(['draft', 'finalized']),
  tags: z.array(text),
  sections: z.array(storedSection).refine(uniqueKeys, 'a key twice'),
  revision: count,
  created_at: time,
  updated_at: time,
  /** Null: it does not expire. */
  expires_at: time.nullable(),
  changes: z.array(z.strictObject({ section: key, revision: count })).default([]),
});

/** The pack, or which field is wrong. */
export function readStored(value: unknown): Pack | { problem: string } {
  const read = storedPack.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { problem: `${issue?.path.join('.') || 'the document'} is not valid` };
  }
  const {
    schema_version: _,
    created_at,
    updated_at,
    expires_at,
    sections,
    name,
    title,
    brief,
    ...rest
  } = read.data;
  return {
    ...rest,
    ...present({ name, title, brief }),
    sections: sections.map(
      ({ description, refs, diagrams, ...section }): Section => ({
        ...section,
        ...present({ description }),
        refs: refs.map(readRef),
        diagrams: diagrams.map(({ why, ...diagram }): Diagram => ({ ...diagram, ...present({ why }) })),
      }),
    ),
    createdAt: created_at,
    updatedAt: updated_at,
    expiresAt: expires_at,
  };
}

function readRef({ title, why, group, anchor, ...ref }: z.output<typeof storedRef>): Ref {
  return {
    ...ref,
    ...present({ title, why, group }),
    ...(anchor === undefined ? {} : { anchor }),
  };
}

/** Without the fields that are undefined. */
function present<T extends Record<string, string | undefined>>(fields: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string;
  };
}

export function writeStored(pack: Pack): Record<string, unknown> {
  const {
    createdAt,
    updatedAt,
    expiresAt,
    id,
    name,
    title,
    brief,
    status,
    tags,
    revision,
    sections,
    changes,
  } = pack;
  return {
    schema_version: SCHEMA_VERSION,
    id,
    ...present({ name, title, brief }),
    status,
    tags,
    revision,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
    expires_at: expiresAt === null ? null : isoTime(expiresAt),
    sections,
    changes,
  };
}
