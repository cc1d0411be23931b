/**
 * Tells derived fields from edited ones. Each name in `derived_fields` has the digest of the derived value as a comment; a field
 * whose value no longer matches was edited by a person and is not derived again.
 */
import { createHash } from 'node:crypto';
import { byCodeUnit, type YamlText } from '../../../core/text/index.ts';

export interface FieldDigest {
  /** `summary`, or `dependencies.internal`. */
  path: string;
  digest: string | undefined;
}

const LENGTH = 8;

export async function readDerived({ document }: YamlText): Promise<FieldDigest[]> {
  const { isScalar, isSeq } = await import('yaml');
  const list = document.get('derived_fields', true);
  if (!isSeq(list)) return [];
  return list.items.flatMap((item) => {
    if (!isScalar(item) || typeof item.value !== 'string') return [];
    return [{ path: item.value, digest: /^\s*([0-9a-f]{8})\s*$/.exec(item.comment ?? '')?.[1] }];
  });
}

export function derivedText(fields: readonly FieldDigest[]): string {
  return fields
    .map(({ path, digest }) => `  - ${path}${digest === undefined ? '' : ` # ${digest}`}`)
    .join('\n');
}

/** A comment inside a field is an edit. */
async function hasCommentInside({ document }: YamlText, path: readonly string[]): Promise<boolean> {
  const { isNode, visit } = await import('yaml');
  const node = document.getIn(path, true);
  if (!isNode(node)) return false;
  let found = false;
  visit(node, {
    Node: (_, { comment, commentBefore }) => {
      if (comment || commentBefore) found = true;
    },
  });
  return found;
}

/** Whether the field still has its derived value. A person owns a field that was edited or has a comment inside. */
export async function isStillDerived(
  yaml: YamlText,
  path: readonly string[],
  current: unknown,
): Promise<boolean> {
  const fields = await readDerived(yaml);
  const entry = fields.find((field) => field.path === path.join('.') || field.path === path[0]);
  if (entry === undefined || (await hasCommentInside(yaml, path))) return false;
  return entry.digest === undefined || entry.digest === digestOf(current);
}

/** Digest of the value, not of its spelling: running a formatter does not change it. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, LENGTH);
}

/** JSON with sorted keys: equal values give equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => byCodeUnit(a, b)))
      : each,
  );
}
