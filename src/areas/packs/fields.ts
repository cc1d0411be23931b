/** The flat arguments of `input`, and which of them each action takes. */
import { invalid } from './keys.ts';
import type { Status } from './types.ts';

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

/** Fields that one action takes and callers try with another. */
const MEANT: Partial<Record<Action, Partial<Record<Field, Field>>>> = {
  upsert_section: { title: 'section_title' },
  upsert_ref: { title: 'ref_title' },
};

/** Every argument is one the action takes: a field that would do nothing is a mistake that nobody notices. */
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
