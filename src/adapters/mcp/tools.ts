import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { ServedApp } from '../../app/index.ts';
import type { Logger } from '../../core/log.ts';
import type { CallQueue } from './call-queue.ts';
import type { EdgeServer } from './edge-server.ts';
import { ThrottledProgress } from './progress.ts';
import { asProtocolError, invalidParams, quoted, refuseCursor } from './protocol-error.ts';
import { type Era, listedName, listedTool, namesFor, type ToolNames } from './tool-list.ts';

export interface ToolDeps {
  app: ServedApp;
  era: Era;
  toolNames: ToolNames;
  calls: CallQueue;
  log: Logger;
}

export function handleTools(server: EdgeServer, parts: ToolDeps): void {
  const { app, era, toolNames, calls, log } = parts;

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
