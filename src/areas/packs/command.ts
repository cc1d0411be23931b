/** Turns the flat arguments of `input` into one command of the union on `action`; each action takes some of the arguments. */

import type { CallContext } from '../../core/tool.ts';
import type { DiagramFields, Meta, RefFields, SectionFields } from './pack.ts';
import type { TtlChange } from './ttl.ts';
import { type Change, checkName, invalid, isId, type Status } from './types.ts';

export interface Fields {
  action?: Action | undefined;
  id?: string | undefined;
  name?: string | undefined;
  title?: string | undefined;
  brief?: string | undefined;
  tags?: string[] | undefined;
  status?: Status | undefined;
  ttl_minutes?: number | undefined;
  extend_minutes?: number | undefined;
  expected_revision?: number | undefined;
  section_key?: string | undefined;
  section_title?: string | undefined;
  section_description?: string | undefined;
  section_order?: number | undefined;
  ref_key?: string | undefined;
  path?: string | undefined;
  line_start?: number | undefined;
  line_end?: number | undefined;
  ref_title?: string | undefined;
  ref_why?: string | undefined;
  group?: string | undefined;
  diagram_key?: string | undefined;
  mermaid?: string | undefined;
  diagram_why?: string | undefined;
  from_bundle?: string | undefined;
  query?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

type Field = Exclude<keyof Fields, 'action'>;

const TARGET = ['id', 'name', 'expected_revision'] as const;

const TAKES = {
  list: ['status', 'query', 'limit', 'offset'],
  get: ['id', 'name', 'status'],
  create: ['name', 'title', 'brief', 'tags', 'ttl_minutes', 'from_bundle'],
  upsert_section: [...TARGET, 'section_key', 'section_title', 'section_description', 'section_order'],
  delete_section: [...TARGET, 'section_key'],
  upsert_ref: [
    ...TARGET,
    'section_key',
    'ref_key',
    'path',
    'line_start',
    'line_end',
    'ref_title',
    'ref_why',
    'group',
  ],
  delete_ref: [...TARGET, 'section_key', 'ref_key'],
  upsert_diagram: [...TARGET, 'section_key', 'diagram_key', 'title', 'mermaid', 'diagram_why'],
  delete_diagram: [...TARGET, 'section_key', 'diagram_key'],
  set_meta: [...TARGET, 'title', 'brief', 'tags'],
  set_status: [...TARGET, 'status'],
  touch_ttl: [...TARGET, 'ttl_minutes', 'extend_minutes'],
  refresh: TARGET,
  delete_pack: TARGET,
} as const satisfies Record<string, readonly Field[]>;

export type Action = keyof typeof TAKES;

// The keys of the table above, in its order.
export const ACTIONS = Object.keys(TAKES) as [Action, ...Action[]];

/** Fields that callers confuse, and the field that the action takes instead. */
const MEANT: Partial<Record<Action, Partial<Record<Field, Field>>>> = {
  upsert_section: { title: 'section_title' },
  upsert_ref: { title: 'ref_title' },
};

/** Refuses arguments that the action does not take: ignoring one would hide a mistake. */
export function checkFields(action: Action, fields: Fields): void {
  const takes: readonly string[] = TAKES[action];
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'action' || value === undefined || takes.includes(field)) continue;
    // The names come from the schema of the tool, which has these fields and no others.
    const meant = MEANT[action]?.[field as Field];
    throw invalid(
      meant === undefined
        ? `${action} does not take ${field}; it takes ${takes.join(', ')}.`
        : `${action} does not take ${field}; use ${meant}.`,
      { field, ...(meant === undefined ? { takes } : { use: meant }) },
    );
  }
}

export type Target = { id: string } | { name: string };

export interface Listing {
  status: Status | undefined;
  query: string | undefined;
  limit: number;
  offset: number;
}

export interface PlaceFields {
  path: string | undefined;
  lineStart: number | undefined;
  lineEnd: number | undefined;
}

export interface Creation {
  name: string | undefined;
  title: string | undefined;
  brief: string | undefined;
  tags: readonly string[];
  /** Undefined: it does not expire. */
  ttlMinutes: number | undefined;
  fromBundle: string | undefined;
}

/** What a command does to an existing pack. */
export type Mutation =
  | { action: 'upsert_section'; section: SectionFields }
  | { action: 'delete_section'; section: string }
  | { action: 'upsert_ref'; section: string; ref: RefFields; place: PlaceFields }
  | { action: 'delete_ref'; section: string; ref: string }
  | { action: 'upsert_diagram'; section: string; diagram: DiagramFields }
  | { action: 'delete_diagram'; section: string; diagram: string }
  | { action: 'set_meta'; meta: Meta }
  | { action: 'set_status'; status: Status }
  | { action: 'touch_ttl'; ttl: TtlChange | 'none' }
  | { action: 'refresh' }
  | { action: 'delete_pack' };

export type Command =
  | { action: 'list'; listing: Listing }
  | { action: 'get'; target: Target; status: Status | undefined }
  | { action: 'create'; pack: Creation }
  | (Mutation & { target: Target; revision: number });

/** `total` shows if there are more. */
const DEFAULT_LIMIT = 50;

/** At the command line a pack may be kept without expiry; the contract makes clients give a time. */
export function parseCommand(fields: Fields, { commandLine }: Pick<CallContext, 'commandLine'>): Command {
  const action = fields.action ?? 'list';
  checkFields(action, fields);
  if (action === 'list') return { action, listing: parseListing(fields) };
  if (action === 'create') return { action, pack: parseCreation(fields, commandLine) };
  if (action === 'get') return { action, target: parseTarget(fields), status: fields.status };
  const target = parseTarget(fields);
  const revision = need(fields.expected_revision, 'expected_revision');
  return { ...parseMutation(action, fields, commandLine), target, revision };
}

export function parseListing({ status, query, limit, offset }: Fields): Listing {
  return { status, query: text(query), limit: limit ?? DEFAULT_LIMIT, offset: offset ?? 0 };
}

/** A name that looks like an id is an id: no pack may have such a name. */
export function parseTarget({ id, name }: Pick<Fields, 'id' | 'name'>): Target {
  const [byId, byName] = [text(id), text(name)];
  if (byId !== undefined && byName !== undefined) throw invalid('Give id or name, not both.');
  if (byId !== undefined) {
    if (!isId(byId))
      throw invalid('id must be pk_ and eight of a-z and 2-7.', { hint: 'Use name for a name.' });
    return { id: byId };
  }
  if (byName === undefined) throw invalid('id or name is required.');
  return isId(byName) ? { id: byName } : { name: byName };
}

function parseCreation(fields: Fields, commandLine: boolean): Creation {
  const name = text(fields.name);
  return {
    name: name === undefined ? undefined : checkName(name),
    title: text(fields.title),
    brief: text(fields.brief),
    tags: fields.tags ?? [],
    ttlMinutes: commandLine ? fields.ttl_minutes : need(fields.ttl_minutes, 'ttl_minutes'),
    fromBundle: text(fields.from_bundle),
  };
}

function parseMutation(
  action: Exclude<Action, 'list' | 'get' | 'create'>,
  fields: Fields,
  commandLine: boolean,
): Mutation {
  const section = () => need(text(fields.section_key), 'section_key');
  switch (action) {
    case 'upsert_section':
      return {
        action,
        section: {
          key: section(),
          title: filled(fields.section_title, 'section_title'),
          description: clearable(fields.section_description),
          order: fields.section_order,
        },
      };
    case 'delete_section':
      return { action, section: section() };
    case 'upsert_ref':
      return {
        action,
        section: section(),
        ref: {
          key: need(text(fields.ref_key), 'ref_key'),
          title: clearable(fields.ref_title),
          why: clearable(fields.ref_why),
          group: clearable(fields.group),
        },
        place: { path: fields.path, lineStart: fields.line_start, lineEnd: fields.line_end },
      };
    case 'delete_ref':
      return { action, section: section(), ref: need(text(fields.ref_key), 'ref_key') };
    case 'upsert_diagram':
      return {
        action,
        section: section(),
        diagram: {
          key: need(text(fields.diagram_key), 'diagram_key'),
          title: filled(fields.title, 'title'),
          mermaid: filled(fields.mermaid, 'mermaid'),
          why: clearable(fields.diagram_why),
        },
      };
    case 'delete_diagram':
      return { action, section: section(), diagram: need(text(fields.diagram_key), 'diagram_key') };
    case 'set_meta':
      if ((fields.title ?? fields.brief ?? fields.tags) === undefined)
        throw invalid('set_meta needs title, brief or tags.');
      return {
        action,
        meta: { title: clearable(fields.title), brief: clearable(fields.brief), tags: fields.tags },
      };
    case 'set_status':
      return { action, status: need(fields.status, 'status') };
    case 'touch_ttl': {
      const { ttl_minutes: ttlMinutes, extend_minutes: extendMinutes } = fields;
      const none = commandLine && ttlMinutes === undefined && extendMinutes === undefined;
      return { action, ttl: none ? 'none' : { ttlMinutes, extendMinutes } };
    }
    case 'refresh':
    case 'delete_pack':
      return { action };
  }
}

/** Trimmed; a blank text counts as absent. */
function text(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** Blank clears the field. */
function clearable(value: string | undefined): Change<string> {
  return value === undefined ? undefined : (text(value) ?? null);
}

/** An absent field stays as it is; a blank one is a mistake. */
function filled(value: string | undefined, field: string): string | undefined {
  return value === undefined ? undefined : need(text(value), field);
}

function need<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw invalid(`${field} is required.`, { required: field });
  return value;
}
