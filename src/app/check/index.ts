/**
 * `pilotbook check`: rules over all that was written down, for CI and pre-commit. Facts are gathered once, rules are
 * values in a list, and only `--fix` writes: numbers in comments, entries without a number of their own, refs of packs.
 */
import type { Config } from '../../config/index.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, asAppError } from '../../core/errors.ts';
import { hideSecrets } from '../../core/text/index.ts';
import type { Services } from '../services.ts';
import { type Facts, gatherFacts } from './facts/facts.ts';
import type { FactParts } from './facts/parts.ts';
import { byPlace, type Finding } from './finding.ts';
import { createFixActions } from './fix/fix-actions.ts';
import { folderBelow } from './pack-folder.ts';
import type { CheckReport, Fixed, NotFixed } from './report.ts';
import type { FixableProblem, Rule } from './rule.ts';
import { RULE_IDS, RULES } from './rules.ts';
import { touchedSince } from './since.ts';

export interface CheckOptions {
  /** Ids of the rules to run; undefined for all. */
  rules?: readonly string[] | undefined;
  /** Only findings that the change from this revision to the work tree has to do with. */
  since?: string | undefined;
  fix: boolean;
  /** How a path of the repository is typed where the commands of an advice will be run; as it is if absent. */
  typed?: ((path: string) => string) | undefined;
  signal: AbortSignal;
}

export type Check = (options: CheckOptions) => Promise<CheckReport>;

interface RuleProblem {
  rule: Rule;
  problem: FixableProblem;
}

export function createCheck(
  services: Services,
  config: Pick<Config, 'root' | 'packRoot'>,
  clock: Clock,
  version: string,
): Check {
  return async ({ rules, since, fix, typed, signal }) => {
    const chosen = chosenRules(rules);
    const parts: FactParts = {
      services,
      clock,
      signal,
      packFolder: folderBelow(config.root, config.packRoot),
      typed,
    };
    const isTouched =
      since === undefined ? () => true : await touchedSince(services.workspace, since, signal);
    const run = async (facts: Facts): Promise<RuleProblem[]> => {
      const found = await Promise.all(
        chosen.map(async (rule) => (await rule.find(facts)).map((problem) => ({ rule, problem }))),
      );
      return found.flat().filter(({ problem }) => isTouched(problem));
    };

    let facts = gatherFacts(parts);
    let problems = await run(facts);
    const fixed: Fixed[] = [];
    const notFixed: NotFixed[] = [];
    if (fix && problems.some(({ problem }) => problem.fix !== undefined)) {
      await fixAll(problems, parts, facts, { fixed, notFixed });
      services.library.forget();
      facts = gatherFacts(parts);
      problems = await run(facts);
    }
    const findings = problems.map(findingOf).sort(byPlace);
    const count = (severity: Finding['severity']) =>
      findings.filter((finding) => finding.severity === severity).length;
    return {
      version,
      findings,
      counts: { error: count('error'), warning: count('warning'), info: count('info') },
      fixed,
      not_fixed: notFixed,
      notes: facts.notes(),
    };
  };
}

async function fixAll(
  problems: readonly RuleProblem[],
  parts: FactParts,
  facts: Facts,
  told: { fixed: Fixed[]; notFixed: NotFixed[] },
): Promise<void> {
  const actions = createFixActions(parts, await facts.stash());
  for (const { rule, problem } of problems) {
    if (problem.fix === undefined) continue;
    parts.signal.throwIfAborted();
    const place = { rule: rule.id, file: problem.file, line: problem.line };
    try {
      const done = await problem.fix(actions);
      if (done !== undefined) told.fixed.push({ ...place, done });
    } catch (thrown) {
      const error = asAppError(thrown);
      if (error.kind === 'cancelled' || error.kind === 'internal') throw thrown;
      told.notFixed.push({ ...place, reason: [error.message, error.hint].filter(Boolean).join(' ') });
    }
  }
}

/** A report lands in logs of CI that many read: it must not tell what it warns of. */
function findingOf({ rule, problem }: RuleProblem): Finding {
  const { file, line, message, advice, severity = rule.severity, fix } = problem;
  return {
    rule: rule.id,
    severity,
    file,
    line,
    message: hideSecrets(message),
    advice: hideSecrets(advice),
    fixable: fix !== undefined,
  };
}

function chosenRules(ids: readonly string[] | undefined): readonly Rule[] {
  if (ids === undefined) return RULES;
  const unknown = ids.find((id) => !RULES.some((rule) => rule.id === id));
  if (unknown !== undefined)
    throw new AppError('invalid', 'usage', `There is no rule ${JSON.stringify(unknown)}.`, {
      hint: `The rules are ${RULE_IDS.join(', ')}.`,
    });
  return RULES.filter(({ id }) => ids.includes(id));
}
