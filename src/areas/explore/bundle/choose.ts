/**
 * Chooses, from ranked places, those that fit the budget. Pure. The sums never exceed the budget: a place that does not fit is
 * shortened around its match, or else dropped, each with a reason.
 */

import type { BundleBudget, Considered } from './bundle.ts';

interface Excerpt {
  startLine: number;
  endLine: number;
  /** The line that matches best. */
  matchLine: number;
  declaration: { name: string; kind: string } | undefined;
}

export interface Place {
  path: string;
  excerpt: Excerpt;
  score: number;
  sourceQuery: string;
  matchedTerms: readonly string[];
  /** Tokens of a range of this file, wrappers included; if it is more than the room, at least more than that. Counting costs time. */
  tokens(startLine: number, endLine: number, room: number): number;
}

export interface Chosen extends Place {
  shortened: boolean;
}

export interface Choice {
  /** Best first. */
  chosen: Chosen[];
  considered: Considered[];
  truncated: boolean;
}

/** A smaller window would not help a reader. */
const SMALLEST_REACH = 3;

export function choose(places: readonly Place[], budget: BundleBudget): Choice {
  const chosen: Chosen[] = [];
  const considered: Considered[] = [];
  let truncated = false;
  const spent = { lines: 0, tokens: 0 };
  for (const place of places) {
    const say = (verdict: Considered['verdict'], reason: string) =>
      considered.push({
        path: place.path,
        startLine: place.excerpt.startLine,
        endLine: place.excerpt.endLine,
        score: place.score,
        verdict,
        reason,
      });
    const inside = chosen.find((other) => other.path === place.path && covers(other.excerpt, place.excerpt));
    if (inside) {
      say('merged', `inside ${inside.excerpt.startLine}-${inside.excerpt.endLine}, which is kept`);
      continue;
    }
    const files = new Set(chosen.map(({ path }) => path));
    if (!files.has(place.path) && files.size >= budget.maxFiles) {
      say('dropped', `file budget of ${budget.maxFiles} is used up`);
      truncated = true;
      continue;
    }
    const room = {
      lines: budget.maxTotalLines - spent.lines,
      tokens: (budget.maxTokens ?? Number.POSITIVE_INFINITY) - spent.tokens,
    };
    const fitted = shortenToFit(place, room);
    if (!fitted) {
      say(
        'dropped',
        place.excerpt.endLine - place.excerpt.startLine + 1 > room.lines
          ? `line budget: ${room.lines} left`
          : `token budget: ${room.tokens} left`,
      );
      truncated = true;
      continue;
    }
    const { excerpt, shortened } = fitted;
    truncated ||= shortened;
    spent.lines += excerpt.endLine - excerpt.startLine + 1;
    spent.tokens += place.tokens(excerpt.startLine, excerpt.endLine, room.tokens);
    chosen.push({ ...place, excerpt, shortened });
    say('kept', shortened ? `shortened to ${excerpt.startLine}-${excerpt.endLine} to fit` : 'fits');
  }
  return { chosen, considered, truncated };
}

function covers(outer: Excerpt, inner: Excerpt): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

function shortenToFit(
  place: Place,
  room: { lines: number; tokens: number },
): { excerpt: Excerpt; shortened: boolean } | undefined {
  const { excerpt } = place;
  const fits = (span: { startLine: number; endLine: number }) =>
    span.endLine - span.startLine + 1 <= room.lines &&
    place.tokens(span.startLine, span.endLine, room.tokens) <= room.tokens;
  if (fits(excerpt)) return { excerpt, shortened: false };
  for (let reach = Math.floor((room.lines - 1) / 2); reach >= SMALLEST_REACH; reach = Math.floor(reach / 2)) {
    const span = {
      startLine: Math.max(excerpt.matchLine - reach, excerpt.startLine),
      endLine: Math.min(excerpt.matchLine + reach, excerpt.endLine),
    };
    if (fits(span)) return { excerpt: { ...excerpt, ...span }, shortened: true };
  }
  return undefined;
}

/** Merges excerpts of one file that touch or overlap, so that no line is shown twice. */
export function mergeTouching(chosen: readonly Chosen[]): Chosen[] {
  const merged: Chosen[] = [];
  for (const each of chosen) {
    const touching = merged.findIndex(
      (other) =>
        other.path === each.path &&
        each.excerpt.startLine <= other.excerpt.endLine + 1 &&
        other.excerpt.startLine <= each.excerpt.endLine + 1,
    );
    const other = merged[touching];
    if (!other) {
      merged.push(each);
      continue;
    }
    merged[touching] = {
      ...other,
      shortened: other.shortened || each.shortened,
      matchedTerms: [...new Set([...other.matchedTerms, ...each.matchedTerms])],
      excerpt: {
        ...other.excerpt,
        // Lines before a declaration have no name of their own.
        declaration: other.excerpt.declaration ?? each.excerpt.declaration,
        startLine: Math.min(other.excerpt.startLine, each.excerpt.startLine),
        endLine: Math.max(other.excerpt.endLine, each.excerpt.endLine),
      },
    };
    // Growing may make it touch a third one.
    return mergeTouching(merged.concat(chosen.slice(chosen.indexOf(each) + 1)));
  }
  return merged;
}
