/** The line of a text that carries a match best: most distinct terms, then the earliest. */
export function bestLine(
  lines: readonly string[],
  terms: readonly string[],
  /** Extra weight of a line, for terms in a name that it declares. */
  bonus: (index: number, term: string) => number = () => 0,
): number {
  let best = { index: 0, count: 0 };
  for (const [index, line] of lines.entries()) {
    const text = line.toLowerCase();
    let count = 0;
    for (const term of terms) if (text.includes(term)) count += 1 + bonus(index, term);
    if (count > best.count) best = { index, count };
  }
  return best.index;
}
