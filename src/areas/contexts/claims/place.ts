/** A place as a person writes it: `src/a.ts:10-20`, or `src/a.ts:10` for one line. */
import type { Anchor } from '../../../core/anchors/index.ts';
import { readAnchor } from '../../../core/anchors/index.ts';

export interface CitedPlace {
  path: string;
  startLine: number;
  endLine: number;
  /** What is remembered of the lines; without it nothing can be said about them but that they are there. */
  anchor: Anchor | undefined;
}

const FORM = /^(.+?):(\d{1,7})(?:-(\d{1,7}))?$/;

/** In the document: a string, or `{at, stored}` once it is stamped. Undefined: neither. */
export function readPlace(value: unknown): CitedPlace | undefined {
  if (typeof value === 'string') return parsePlace(value);
  if (typeof value !== 'object' || value === null || !('at' in value) || typeof value.at !== 'string')
    return undefined;
  const place = parsePlace(value.at);
  const anchor = 'stored' in value ? readAnchor(value.stored) : undefined;
  // Whoever wrote other lines means other lines; what was remembered of the old ones is void.
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

/** As a document keeps it. */
export function storedPlace(anchor: Anchor): { at: string; stored: Anchor } {
  return { at: placeText(anchor), stored: anchor };
}
