/** What a rule is: a plain value. The command, the formats and docs/check.md read the same list. */
import type { CheckFacts } from './facts.ts';
import type { FixActions } from './fix-actions.ts';
import type { Severity } from './report.ts';

export interface Problem {
  file: string;
  line: number;
  message: string;
  advice: string;
  /** Instead of the rule's. */
  severity?: Severity;
  /** Files whose change can cause the problem, beside its own; `src/` means those directly in `src`. */
  related?: readonly string[];
}

export interface FixableProblem extends Problem {
  /** Says what it did; undefined if nothing was left to do. Absent: a person has to decide. */
  fix?: (actions: FixActions) => Promise<string | undefined>;
}

export interface Rule {
  id: string;
  severity: Severity;
  /** What it finds, in one sentence. */
  summary: string;
  /** What `--fix` does about it; absent if a person has to do it. */
  fixes?: string;
  find(facts: CheckFacts): Promise<readonly FixableProblem[]>;
}

interface RuleDefinition<S> extends Omit<Rule, 'find'> {
  /** A problem without a subject cannot be fixed. */
  find(facts: CheckFacts): Promise<readonly (Problem & { subject?: S })[]>;
  fix?: (subject: S, actions: FixActions) => Promise<string | undefined>;
}

export function defineRule<S>({ find, fix, ...rule }: RuleDefinition<S>): Rule {
  return {
    ...rule,
    find: async (facts) =>
      (await find(facts)).map(({ subject, ...problem }) =>
        fix === undefined || subject === undefined
          ? problem
          : { ...problem, fix: (actions) => fix(subject, actions) },
      ),
  };
}

/** A reason of the anchor engine as the end of a message. */
export function sentence(reason: string): string {
  return reason.endsWith('.') ? reason : `${reason}.`;
}
