/** What a person can do that writes and is no tool, under the same rules as the tools. */
import type { ContextOperations } from '../areas/contexts/index.ts';
import type { Check } from './check/index.ts';
import type { Diagnosis } from './doctor/index.ts';
import { type OperationDeps, runOperation } from './operation.ts';
import type { Setup } from './setup/index.ts';

export function recordedContexts(operations: ContextOperations, deps: OperationDeps): ContextOperations {
  return {
    ...operations,
    generate: (request) =>
      request.dryRun
        ? operations.generate(request)
        : runOperation(deps, 'contexts generate', { scope: request.scope }, request.signal, (signal) =>
            operations.generate({ ...request, signal }),
          ),
    stamp: (scope, cancel) =>
      runOperation(deps, 'contexts stamp', { scope }, cancel, (signal) => operations.stamp(scope, signal)),
    edit: (scope, change) =>
      runOperation(deps, 'contexts edit', { scope }, undefined, () => operations.edit(scope, change)),
    replace: (scope, text) =>
      runOperation(deps, 'contexts edit', { scope, text_length: text.length }, undefined, () =>
        operations.replace(scope, text),
      ),
  };
}

/** Without `--fix` a check only reads. */
export function recordedCheck(check: Check, deps: OperationDeps): Check {
  return (options) =>
    options.fix
      ? runOperation(deps, 'check --fix', {}, options.signal, (signal) => check({ ...options, signal }))
      : check(options);
}

export function recordedSetup(setup: Setup, remove: boolean, deps: OperationDeps): Setup {
  const name = remove ? 'init --remove' : 'init';
  return {
    ...setup,
    apply: (cancel) =>
      runOperation(deps, name, { files: setup.steps.length }, cancel, (signal) => setup.apply(signal)),
  };
}

export function recordedRepairs(found: readonly Diagnosis[], deps: OperationDeps): Diagnosis[] {
  return found.map((diagnosis) => {
    const { name, repair } = diagnosis;
    if (repair === undefined) return diagnosis;
    const recorded = () => runOperation(deps, 'doctor --repair', { check: name }, undefined, repair);
    return { ...diagnosis, repair: recorded };
  });
}
