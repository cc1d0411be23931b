/** `resources/*`: the resources of all areas, and completions for their templates. */
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { ResourceProvider, ResourceText } from '../../core/tool.ts';
import { asProtocolError, type EdgeServer, quoted, refuseCursor } from './edge-server.ts';

/** The protocol's own limit for one completion. */
const MAX_COMPLETIONS = 100;

export function handleResources(
  server: EdgeServer,
  providers: readonly ResourceProvider[],
  log: Logger,
): void {
  const templates = providers.flatMap((provider) => provider.templates);
  const answer = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw asProtocolError(thrown, log);
    }
  };

  server.setRequestHandler('resources/list', (request, { mcpReq }) => {
    refuseCursor(request.params?.cursor);
    return answer(async () => {
      const lists = await Promise.all(providers.map((provider) => provider.list(mcpReq.signal)));
      return { resources: lists.flat().map((entry) => ({ ...entry })) };
    });
  });

  server.setRequestHandler('resources/templates/list', (request) => {
    refuseCursor(request.params?.cursor);
    return { resourceTemplates: templates.map((template) => ({ ...template })) };
  });

  server.setRequestHandler('resources/read', (request, { mcpReq }) =>
    answer(async () => {
      const { uri } = request.params;
      const found = await readFirst(providers, uri, mcpReq.signal);
      if (!found) throw new ResourceNotFoundError(uri, `There is no resource ${quoted(uri)}.`);
      return { contents: [{ ...found }] };
    }),
  );

  if (templates.length > 0)
    server.setRequestHandler('completion/complete', (request, { mcpReq }) =>
      answer(async () => {
        const { ref, argument } = request.params;
        const values =
          ref.type === 'ref/resource' ? await completions(providers, ref.uri, argument, mcpReq.signal) : [];
        const shown = values.slice(0, MAX_COMPLETIONS);
        return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } };
      }),
    );
}

async function readFirst(
  providers: readonly ResourceProvider[],
  uri: string,
  signal: AbortSignal,
): Promise<ResourceText | undefined> {
  for (const provider of providers) {
    try {
      const found = await provider.read(uri, signal);
      if (found) return found;
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.kind === 'not_found')
        throw new ResourceNotFoundError(uri, thrown.message);
      throw thrown;
    }
  }
  return undefined;
}

async function completions(
  providers: readonly ResourceProvider[],
  uri: string,
  argument: { name: string; value: string },
  signal: AbortSignal,
): Promise<string[]> {
  const owner = providers.find(({ templates }) => templates.some(({ uriTemplate }) => uriTemplate === uri));
  return owner ? owner.complete(uri, argument.name, argument.value, signal) : [];
}
