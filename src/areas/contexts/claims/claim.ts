/** Decisions and constraints that cite places. */

import type { YamlPath } from '../../../core/text/index.ts';
import type { ContextDocument } from '../schema.ts';
import { type CitedPlace, placeText, readPlace } from './place.ts';

export interface CitedClaim {
  /** The sentence. */
  text: string;
  /** Where its anchors stand in the document. */
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

/** For readers: what the anchor engine remembers is of no use to them. */
export function plainAnchors(anchors: readonly unknown[]): string[] {
  return anchors.flatMap((anchor) => {
    const place = readPlace(anchor);
    return place === undefined ? [] : [placeText(place)];
  });
}
