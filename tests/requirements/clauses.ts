/** What a requirement is, and the short form in which the five files beside this one write theirs. */
export interface Requirement {
  /** `area:topic:clause`, cited by the tests that prove it. */
  id: string;
  /** The specification and its section. */
  source: string;
  /** The line of the specification. */
  line: number;
  /** What it asks for, in our words. */
  text: string;
  /** The title of the later work that will bring it. */
  pending?: string;
  /** Why the design answers this clause in another way. No test cites it. */
  decidedOtherwise?: string;
}

/** Line, text, and for what is not proven yet: the title of the work that will bring it. */
type Row = readonly [line: number, text: string, state?: { pending: string } | { decidedOtherwise: string }];

/** Rows by section, then by `topic:clause`. */
export function clauses(
  area: string,
  sections: Readonly<Record<string, Readonly<Record<string, Row>>>>,
): Requirement[] {
  return Object.entries(sections).flatMap(([section, rows]) =>
    Object.entries(rows).map(([clause, [line, text, state]]) => ({
      id: `${area}:${clause}`,
      source: `${area}.md:${section}`,
      line,
      text,
      ...state,
    })),
  );
}
