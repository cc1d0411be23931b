/** `tools/list` and `tools/call`: so many calls at once, with progress while they run. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { SentLines, ServedApp } from '../../app/index.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { AnswerForm } from '../../core/tool.ts';
import { asProtocolError, type EdgeServer, invalidParams, quoted, refuseCursor } from './edge-server.ts';
import { type Era, listedName, listedTool, namesFor, type ToolNames } from './tool-list.ts';

/** At most one progress report in this time. */
const SLOT_MS = 100;

export interface ToolDeps {
  app: ServedApp;
  era: Era;
  toolNames: ToolNames;
  answers: AnswerForm;
  /** What this client was sent, if it is not to be sent again. */
  sent?: SentLines | undefined;
  calls: CallQueue;
  log: Logger;
}

export function handleTools(server: EdgeServer, deps: ToolDeps): void {
  const { app, era, toolNames, answers, sent, calls, log } = deps;

  server.setRequestHandler('tools/list', (request, context) => {
    refuseCursor(request.params?.cursor);
    const names = namesFor(toolNames, era, server.clientName(context));
    return { tools: app.tools.map((tool) => listedTool(tool, names, answers)) };
  });

  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args = {} } = request.params;
    const { signal, id } = context.mcpReq;
    const progress = progressOf(context);
    const names = namesFor(toolNames, era, server.clientName(context));
    try {
      const outcome = await calls.run(signal, () =>
        app.call(name, args, {
          requestId: id,
          signal,
          form: answers,
          ...(sent === undefined ? {} : { sent }),
          named: (tool) => listedName(tool, names),
          ...(progress ? { progress: progress.report } : {}),
        }),
      );
      if (!outcome) throw invalidParams(`There is no tool ${quoted(name)}. tools/list shows all of them.`);
      const result: CallToolResult = {
        content: [{ type: 'text', text: outcome.text }],
        isError: outcome.isError,
        ...(outcome.meta === undefined ? {} : { _meta: outcome.meta }),
      };
      return result;
    } catch (thrown) {
      throw asProtocolError(thrown, log);
    } finally {
      progress?.stop();
    }
  });
}

/** Runs a limited number of calls at once and the rest in order of arrival; refuses more than may wait. */
export class CallQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#turn();
    else this.#running++;
    try {
      if (signal.aborted) throw new AppError('cancelled', 'cancelled', 'The call was cancelled.');
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  /** Resolves when a call ends and this one may start. */
  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting)
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        `More than ${this.#mostWaiting} calls are waiting. Wait for answers before sending more.`,
      );
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}

function progressOf(context: ServerContext): ThrottledProgress | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ThrottledProgress((report) => {
    const sent = context.mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, ...report },
    });
    // If the connection ends meanwhile, nobody needs the report.
    sent.catch(() => {});
  });
}

export interface ProgressReport {
  progress: number;
  total?: number;
  message: string;
}

/**
 * Progress as clients can use it: rising, at most one report per slot, none after the answer. The newest report waits
 * for the next slot. Clients may lose reports that arrive together with the answer, so nothing important goes here.
 */
export class ThrottledProgress {
  readonly #send: (report: ProgressReport) => void;
  #last = -Infinity;
  #next: ProgressReport | undefined;
  #slot: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(send: (report: ProgressReport) => void) {
    this.#send = send;
  }

  readonly report = (done: number, total: number | undefined, message: string): void => {
    if (this.#stopped || !(done > this.#last)) return;
    this.#next = { progress: done, ...(total === undefined ? {} : { total }), message };
    if (!this.#slot) this.#flush();
  };

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#slot);
  }

  #flush(): void {
    this.#slot = undefined;
    const report = this.#next;
    if (!report) return;
    this.#next = undefined;
    this.#last = report.progress;
    this.#send(report);
    this.#slot = setTimeout(() => this.#flush(), SLOT_MS).unref();
  }
}
