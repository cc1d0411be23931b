/**
 * The rules under which everything runs that somebody asked for, a tool or a command that writes: it ends at the time
 * limit, and leaves one line in the audit log, one in the program's log and one figure in the metrics.
 */

import type { ContextOperations } from '../areas/contexts/index.ts';
import { type Clock, isoTime } from '../core/clock.ts';
import { AppError, asAppError } from '../core/errors.ts';
import type { Logger } from '../core/logger.ts';
import type { AuditEvent } from './audit.ts';
import type { Check } from './check/index.ts';
import type { Diagnosis } from './doctor/index.ts';
import type { Metrics } from './metrics.ts';
import type { Saved } from './sent-lines.ts';
import type { Setup } from './setup/index.ts';

export interface OperationDeps {
  record(event: AuditEvent): void;
  metrics: Metrics;
  timeoutMs: number;
  clock: Clock;
  log: Logger;
}

/** The work gets the signal, but the answer does not wait for work that does not listen. Without a limit only `cancel` ends it. */
export async function withinTime<T>(
  name: string,
  timeoutMs: number | undefined,
  cancel: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([cancel, timeout].filter((each) => each !== undefined));
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () =>
      reject(
        timeout?.aborted === true
          ? new AppError('timeout', 'timeout', `${name} took longer than ${timeoutMs} ms and was stopped.`, {
              hint: 'Ask for less, or raise --call-timeout-ms.',
            })
          : new AppError('cancelled', 'cancelled', 'The call was cancelled.'),
      );
  });
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(signal), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

interface Run {
  name: string;
  requestId: string | number;
  /** By the clock's elapsed time. */
  started: number;
  error: AppError | undefined;
  /** Of the answer. */
  bytes: number;
  /** Not sent again because the client has it. */
  saved?: Saved;
  /** The answer holds nothing: what was asked for is not there. */
  isEmpty?: boolean;
  /** Without what people wrote. */
  metadata: Record<string, unknown>;
}

export function recordRun({ record, metrics, clock, log }: OperationDeps, run: Run): void {
  const { name, error, bytes, saved = { excerpts: 0, bytes: 0 } } = run;
  const durationMs = Math.round((clock.elapsed() - run.started) * 100) / 100;
  metrics.record({ tool: name, durationMs, errorKind: error?.kind, bytes, saved });
  log.info('tool called', { tool: name, durationMs, success: error === undefined, resultSize: bytes });
  record({
    timestamp: isoTime(clock.now()),
    request_id: String(run.requestId),
    tool: name,
    ok: error === undefined,
    blocked: error?.kind === 'blocked',
    ...(error === undefined ? {} : { error_code: error.code }),
    duration_ms: durationMs,
    bytes,
    ...(run.isEmpty === true ? { empty: true } : {}),
    ...(saved.excerpts === 0 ? {} : { repeats: saved.excerpts, saved_bytes: saved.bytes }),
    metadata: run.metadata,
  });
}

/** A command that writes and is no tool, by the words a person types. */
export async function runOperation<T>(
  deps: OperationDeps,
  name: string,
  metadata: Record<string, unknown>,
  cancel: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const started = deps.clock.elapsed();
  const run = { name, requestId: 'cli', started, bytes: 0, metadata };
  try {
    const result = await withinTime(name, deps.timeoutMs, cancel, work);
    recordRun(deps, { ...run, error: undefined });
    return result;
  } catch (thrown) {
    recordRun(deps, { ...run, error: asAppError(thrown) });
    throw thrown;
  }
}

/** The commands that write and are no tools, each run by these rules. */
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
