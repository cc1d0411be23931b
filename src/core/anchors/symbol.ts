/** The declaration a range belongs to, and where that declaration puts the range now. */
import type { Page, SymbolSpan } from './page.ts';
import type { Span } from './sketch.ts';

/**
 * `whole`: the range is the declaration; it begins `start` lines before it and ends `end` lines after it.
 * `inside`: the range lies within; `start` and `end` are its distances from the declaration's first and last line.
 */
export interface AnchorSymbol {
  name: string;
  relation: 'whole' | 'inside';
  start: number;
  end: number;
}

/** A range that is mostly one declaration (and its comment, say) stands for that declaration. */
const MOSTLY = 0.5;

export function symbolOf(span: Span, symbols: readonly SymbolSpan[]): AnchorSymbol | undefined {
  let whole: SymbolSpan | undefined;
  let inside: SymbolSpan | undefined;
  for (const symbol of symbols) {
    const start = symbol.startLine - 1;
    const size = symbol.endLine - start;
    if (start >= span.start && symbol.endLine <= span.end) {
      const mostly = size >= (span.end - span.start) * MOSTLY;
      if (mostly && (!whole || size > sizeOf(whole))) whole = symbol;
    } else if (start <= span.start && symbol.endLine >= span.end) {
      if (!inside || size < sizeOf(inside)) inside = symbol;
    }
  }
  if (whole)
    return {
      name: whole.name,
      relation: 'whole',
      start: whole.startLine - 1 - span.start,
      end: span.end - whole.endLine,
    };
  if (inside)
    return {
      name: inside.name,
      relation: 'inside',
      start: span.start - inside.startLine + 1,
      end: inside.endLine - span.end,
    };
  return undefined;
}

/** Where a range that was the whole of a declaration lies around this one. */
export function wholeSpan(symbol: AnchorSymbol, now: SymbolSpan, page: Page): Span {
  return {
    start: Math.max(0, now.startLine - 1 - symbol.start),
    end: Math.min(page.lines.length, now.endLine + symbol.end),
  };
}

function sizeOf(symbol: SymbolSpan): number {
  return symbol.endLine - symbol.startLine + 1;
}
