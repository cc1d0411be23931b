/**
 * `pilotbook check`: rules over all that was written down, for CI and pre-commit. Facts are gathered once, rules are
 * values in a list, and only `--fix` writes, through the areas that own the files.
 */
import { posix } from 'node:path';
import { AppError, asAppError } from '../../core/errors.ts';
import { hideSecrets } from '../../core/text/index.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import { type Facts, once } from '../../knowledge/index.ts';
import { baseOf } from '../git.ts';
import type { Services } from '../services.ts';
import { readHistory } from './entry-files.ts';
import { type CheckFacts, gatherCheckFacts } from './facts.ts';
import { createFixActions } from './fix-actions.ts';
import { byPlace, type CheckReport, type Finding, type Fixed, type NotFixed } from './report.ts';
import type { FixableProblem, Problem, Rule } from './rule.ts';
import { RULE_IDS, RULES } from './rules.ts';

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

export function createCheck(services: Services, version: string): Check {
  return async ({ rules, since, fix, typed = (path) => path, signal }) => {
    const chosen = chosenRules(rules);
    const { workspace, knowledge } = services;
    // A fix commits nothing, so what git knows is read once.
    const gitNotes: string[] = [];
    const history = once(() => readHistory(workspace, signal, (text) => gitNotes.push(text)));
    const gather = () => gatherCheckFacts(services, history, signal, typed);
    let facts = gather();
    const isTouched = since === undefined ? () => true : await touchedSince(workspace, since, facts, signal);
    const run = async (facts: CheckFacts): Promise<RuleProblem[]> => {
      const found = await Promise.all(
        chosen.map(async (rule) => (await rule.find(facts)).map((problem) => ({ rule, problem }))),
      );
      return found.flat().filter(({ problem }) => isTouched(problem));
    };

    let problems = await run(facts);
    const fixed: Fixed[] = [];
    const notFixed: NotFixed[] = [];
    if (fix && problems.some(({ problem }) => problem.fix !== undefined)) {
      await fixAll(problems, services, signal, { fixed, notFixed });
      knowledge.forget();
      facts = gather();
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
      notes: [...facts.notes(), ...gitNotes],
    };
  };
}

/** Says whether the change from the revision to the work tree touches what a problem is about. */
async function touchedSince(
  workspace: Workspace,
  revision: string,
  { files }: Pick<Facts, 'files'>,
  signal: AbortSignal,
): Promise<(problem: Problem) => boolean> {
  const base = await baseOf(workspace, revision);
  const changes = (await workspace.git.changedPaths(base, signal, files)) ?? [];
  const touched = new Set<string>();
  for (const { path } of changes) {
    touched.add(path);
    touched.add(`${posix.dirname(path)}/`);
  }
  return ({ file, related = [] }) => [file, ...related].some((path) => touched.has(path));
}

async function fixAll(
  problems: readonly RuleProblem[],
  services: Services,
  signal: AbortSignal,
  done: { fixed: Fixed[]; notFixed: NotFixed[] },
): Promise<void> {
  const actions = createFixActions(services, signal);
  for (const { rule, problem } of problems) {
    if (problem.fix === undefined) continue;
    signal.throwIfAborted();
    const place = { rule: rule.id, file: problem.file, line: problem.line };
    try {
      const what = await problem.fix(actions);
      if (what !== undefined) done.fixed.push({ ...place, done: what });
    } catch (thrown) {
      const error = asAppError(thrown);
      if (error.kind === 'cancelled' || error.kind === 'internal') throw thrown;
      done.notFixed.push({ ...place, reason: [error.message, error.hint].filter(Boolean).join(' ') });
    }
  }
}

/** A report ends up in logs of CI that many read: it must not show the secrets it warns of. */
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
