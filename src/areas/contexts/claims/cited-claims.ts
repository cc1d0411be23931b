/** Decisions and constraints that cite places in code, and those places. */
import { type Anchor, readAnchor } from '../../../core/anchors/index.ts';
import type { YamlPath } from '../../../core/text/index.ts';
import type { ContextDocument } from '../document/document-schema.ts';

export interface CitedClaim {
  /** The sentence. */
  text: string;
  /** Path of its anchors in the document. */
  path: YamlPath;
  places: readonly (CitedPlace | undefined)[];
}

export function citedClaims({ decisions = [], constraints = [] }: ContextDocument): CitedClaim[] {
  const claim = (field: string, at: number, text: string, anchors: readonly unknown[]): CitedClaim => ({
    text,
    path: [field, at, 'anchors'],
    places: anchors.map(readPlace),
  });
  return [
    ...decisions.flatMap(({ what, anchors = [] }, at) =>
      anchors.length > 0 ? [claim('decisions', at, what, anchors)] : [],
    ),
    ...constraints.flatMap((constraint, at) =>
      typeof constraint === 'object' && (constraint.anchors ?? []).length > 0
        ? [claim('constraints', at, constraint.what, constraint.anchors ?? [])]
        : [],
    ),
  ];
}

/** Places without their stored anchors, which readers do not need. */
export function plainAnchors(anchors: readonly unknown[]): string[] {
  return anchors.flatMap((anchor) => {
    const place = readPlace(anchor);
    return place === undefined ? [] : [placeText(place)];
  });
}

/** Readers expect a sentence, even if the constraint cites places. */
export function constraintText(constraint: NonNullable<ContextDocument['constraints']>[number]): string {
  return typeof constraint === 'string' ? constraint : constraint.what;
}

/** Written by a person as `src/a.ts:10-20`, or `src/a.ts:10` for one line. */
export interface CitedPlace {
  path: string;
  startLine: number;
  endLine: number;
  /** Set when the claim is stamped; without it only the number of lines can be checked. */
  anchor: Anchor | undefined;
}

const FORM = /^(.+?):(\d{1,7})(?:-(\d{1,7}))?$/;

/** In the document a place is a string, or `{at, stored}` after it is stamped. Undefined if it is neither. */
export function readPlace(value: unknown): CitedPlace | undefined {
  if (typeof value === 'string') return parsePlace(value);
  if (typeof value !== 'object' || value === null || !('at' in value) || typeof value.at !== 'string')
    return undefined;
  const place = parsePlace(value.at);
  const anchor = 'stored' in value ? readAnchor(value.stored) : undefined;
  // If a person changed the lines by hand, the anchor of the old lines no longer applies.
  if (place === undefined || anchor === undefined || placeText(anchor) !== placeText(place)) return place;
  return { ...place, anchor };
}

function parsePlace(text: string): CitedPlace | undefined {
  const [, path = '', first = '', last = first] = FORM.exec(text.trim()) ?? [];
  const [startLine, endLine] = [Number(first), Number(last)];
  if (path === '' || startLine < 1 || endLine < startLine) return undefined;
  return { path, startLine, endLine, anchor: undefined };
}

export function placeText({ path, startLine, endLine }: Omit<CitedPlace, 'anchor'>): string {
  return `${path}:${startLine}${endLine === startLine ? '' : `-${endLine}`}`;
}

/** As a document stores it. */
export function storedPlace(anchor: Anchor): { at: string; stored: Anchor } {
  return { at: placeText(anchor), stored: anchor };
}
