/** A place that is written as `path::symbol`: the lines that its declaration has now. */
import type { Page } from '../anchors/index.ts';
import { nearest } from '../text/index.ts';

/** Undefined if no symbol is written. */
export function symbolPlace(place: string): { path: string; symbol: string } | undefined {
  const [, path, symbol] = /^(.+?)::(.+)$/s.exec(place.trim()) ?? [];
  return path === undefined || symbol === undefined ? undefined : { path, symbol };
}

/** By the outline, whose names anchors keep: so the declaration is found again by its name. Lines count from 1. */
export function declaredLines(
  { symbols }: Pick<Page, 'symbols'>,
  symbol: string,
): { start: number; end: number } | { problem: string } {
  const wanted = dotted(symbol);
  const found = symbols.filter(({ name }) => dotted(name) === wanted || dotted(name).endsWith(`.${wanted}`));
  const [first] = found;
  if (first === undefined) {
    const meant = nearest(
      symbol,
      symbols.map(({ name }) => name),
    );
    return {
      problem: `It declares no ${symbol.slice(0, 200)}${meant === undefined ? '' : `; ${meant} is like it`}.`,
    };
  }
  if (found.length > 1) {
    const places = found.slice(0, 5).map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`);
    return { problem: `It declares ${found.length} of that name: ${places.join(', ')}.` };
  }
  return { start: first.startLine, end: first.endLine };
}

function dotted(name: string): string {
  return name.replace(/::|#/g, '.');
}
