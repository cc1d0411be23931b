/** `tools/list` and `tools/call`, with progress while a call runs. */
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { ServedApp } from '../../app/index.ts';
import type { Logger } from '../../core/logger.ts';
import type { CallQueue } from './call-queue.ts';
import { asProtocolError, type EdgeServer, invalidParams, quoted, refuseCursor } from './edge-server.ts';
import { type Era, listedName, listedTool, namesFor, type ToolNames } from './tool-list.ts';

/** At most one progress report in this time. */
const SLOT_MS = 100;

export interface ToolDeps {
  app: ServedApp;
  era: Era;
  toolNames: ToolNames;
  calls: CallQueue;
  log: Logger;
}

export function handleTools(server: EdgeServer, deps: ToolDeps): void {
  const { app, era, toolNames, calls, log } = deps;

  server.setRequestHandler('tools/list', (request, context) => {
    refuseCursor(request.params?.cursor);
    const names = namesFor(toolNames, era, server.clientName(context));
    return { tools: app.tools.map((tool) => listedTool(tool, names)) };
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
          named: (tool) => listedName(tool, names),
          ...(progress ? { progress: progress.report } : {}),
        }),
      );
      if (!outcome) throw invalidParams(`There is no tool ${quoted(name)}. tools/list shows all of them.`);
      const result: CallToolResult = {
        content: [{ type: 'text', text: outcome.text }],
        isError: outcome.isError,
      };
      return result;
    } catch (thrown) {
      throw asProtocolError(thrown, log);
    } finally {
      progress?.stop();
    }
  });
}

function progressOf(context: ServerContext): ThrottledProgress | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ThrottledProgress((report) => {
    const sent = context.mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, ...report },
    });
    // A connection that ends while a report is on its way needs none.
    sent.catch(() => {});
  });
}

export interface ProgressReport {
  progress: number;
  total?: number;
  message: string;
}

/**
 * Progress as a client can use it: rising, at most one report in a while, none after the answer. The newest
 * report waits for the next slot. Clients lose reports that arrive together with the answer, so nothing that
 * matters is said here.
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
