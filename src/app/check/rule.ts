/** What a rule is: a plain value, one to a file. The command, the formats and docs/check.md read the same list. */
import type { Facts } from './facts/facts.ts';
import type { Severity } from './finding.ts';
import type { FixActions } from './fix/fix-actions.ts';

export interface Problem {
  file: string;
  line: number;
  message: string;
  advice: string;
  /** Instead of the rule's. */
  severity?: Severity;
  /** Files whose change can bring the problem about, beside its own; `src/` means those directly in `src`. */
  related?: readonly string[];
}

export interface FixableProblem extends Problem {
  /** Says what it did; undefined if nothing was left to do. Absent: it is for a person to decide. */
  fix?: (actions: FixActions) => Promise<string | undefined>;
}

export interface Rule {
  id: string;
  severity: Severity;
  /** What it finds, in one sentence. */
  summary: string;
  /** What `--fix` does about it; absent if that is for a person. */
  fixes?: string;
  find(facts: Facts): Promise<readonly FixableProblem[]>;
}

interface RuleDefinition<S> extends Omit<Rule, 'find'> {
  /** A problem without a subject cannot be fixed. */
  find(facts: Facts): Promise<readonly (Problem & { subject?: S })[]>;
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
