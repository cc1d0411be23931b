/**
 * Merges two versions of a list that people wrote: common items appear once, items that either side added are kept.
 * The order is the same whichever side is merged into the other.
 */
import { byCodeUnit } from '../../../core/text/index.ts';
import { canonical } from '../edit/field-digests.ts';

export interface ListItem<N> {
  value: unknown;
  /** Its YAML node, comments included. */
  node: N;
}

export interface MergedList<N> {
  items: ListItem<N>[];
  /** Items that both sides changed differently. */
  changedByBoth: string[];
}

interface Known<N> extends ListItem<N> {
  id: string;
}

/** `base` is the common ancestor, if known. An item of it that one side lacks was changed or removed there. */
export function mergeLists<N>(
  ours: readonly ListItem<N>[],
  theirs: readonly ListItem<N>[],
  base: readonly unknown[] | undefined,
  create: (value: unknown) => N,
): MergedList<N> {
  const sides = [known(ours), known(theirs)] as const;
  const ids = sides.map((side) => new Set(side.map(({ id }) => id)));
  const isCommon = ({ id }: { id: string }) => ids.every((each) => each.has(id));
  const before = known((base ?? []).map((value) => ({ value, node: undefined })));
  const wasThere = new Map(before.map(({ id, value }) => [id, value]));
  const gaps = runsAfter(before, isCommon);
  const runs = sides.map((side) => runsAfter(side, isCommon));
  const items: ListItem<N>[] = [];
  const changedByBoth = new Set<string>();
  for (const common of [undefined, ...sides[0].filter(isCommon)]) {
    const match = common && sides[1].find(({ id }) => id === common.id);
    if (common !== undefined && match !== undefined)
      items.push(oneOf(common, match, wasThere.get(common.id), create));
    const gap = common?.id ?? '';
    const added = runs.map((run) => (run.get(gap) ?? []).filter(({ id }) => !wasThere.has(id)));
    const [first = [], second = []] = added.toSorted((a, b) => byCodeUnit(a[0]?.id ?? '', b[0]?.id ?? ''));
    items.push(...first, ...second);
    if (first.length === 0 || second.length === 0) continue;
    const labels = new Set(second.map(({ value }) => labelOf(value)));
    for (const { value } of first) if (labels.has(labelOf(value))) changedByBoth.add(labelOf(value));
    for (const { id, value } of gaps.get(gap) ?? [])
      if (!ids.some((each) => each.has(id))) changedByBoth.add(labelOf(value));
  }
  return { items, changedByBoth: [...changedByBoth] };
}

function known<N>(items: readonly ListItem<N>[]): Known<N>[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const id = identity(item.value);
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ ...item, id }];
  });
}

/** Items that only one side has, by the common item they follow. */
function runsAfter<N>(
  side: readonly Known<N>[],
  isCommon: (item: { id: string }) => boolean,
): Map<string, Known<N>[]> {
  const runs = new Map<string, Known<N>[]>();
  let after = '';
  for (const item of side)
    if (isCommon(item)) after = item.id;
    else runs.set(after, [...(runs.get(after) ?? []), item]);
  return runs;
}

/** Merges two items with the same words; only the places that they cite may differ. */
function oneOf<N>(
  ours: Known<N>,
  theirs: Known<N>,
  base: unknown,
  create: (value: unknown) => N,
): ListItem<N> {
  const [left, right, before] = [canonical(ours.value), canonical(theirs.value), canonical(base)];
  if (left === right || right === before) return ours;
  if (left === before) return theirs;
  const places = new Map<string, unknown>();
  for (const anchor of [...anchorsOf(ours.value), ...anchorsOf(theirs.value)]) {
    const at = placeOf(anchor);
    if (!places.has(at)) places.set(at, anchor);
  }
  const words = typeof ours.value === 'object' ? ours.value : theirs.value;
  const value = typeof words === 'object' ? { ...words, anchors: [...places.values()] } : words;
  return { value, node: create(value) };
}

/** Items are the same if their words are. */
function identity(value: unknown): string {
  if (!isRecord(value) || typeof value.what !== 'string') return canonical(value);
  const { anchors: _, ...words } = value;
  return Object.keys(words).length === 1 ? canonical(words.what) : canonical(words);
}

/** For a message. */
function labelOf(value: unknown): string {
  const label = isRecord(value) ? (value.what ?? value.name ?? value.path) : value;
  return typeof label === 'string' ? label : canonical(value);
}

function anchorsOf(value: unknown): readonly unknown[] {
  return isRecord(value) && Array.isArray(value.anchors) ? value.anchors : [];
}

function placeOf(anchor: unknown): string {
  return isRecord(anchor) && typeof anchor.at === 'string' ? anchor.at : canonical(anchor);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
