/** `prompts/list` and `prompts/get`. */
import type { Logger } from '../../core/logger.ts';
import type { PromptDefinition } from '../../core/tool.ts';
import {
  asProtocolError,
  type EdgeOptions,
  type EdgeServer,
  invalidParams,
  quoted,
  refuseCursor,
} from './edge-server.ts';

export function handlePrompts(
  server: EdgeServer,
  prompts: readonly PromptDefinition[],
  inWordsFor: EdgeOptions['inWordsFor'],
  log: Logger,
): void {
  server.setRequestHandler('prompts/list', (request) => {
    refuseCursor(request.params?.cursor);
    return {
      prompts: prompts.map(({ name, title, description, arguments: args }) => ({
        name,
        title,
        description,
        arguments: args.map((argument) => ({ ...argument })),
      })),
    };
  });

  server.setRequestHandler('prompts/get', async (request, context) => {
    const prompt = prompts.find(({ name }) => name === request.params.name);
    if (!prompt)
      throw invalidParams(
        `There is no prompt ${quoted(request.params.name)}. prompts/list shows all of them.`,
      );
    const args = declaredArguments(prompt, request.params.arguments ?? {});
    try {
      const text = await prompt.render(args, inWordsFor(server.clientName(context)), context.mcpReq.signal);
      return {
        description: prompt.description,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      };
    } catch (thrown) {
      throw asProtocolError(thrown, log);
    }
  });
}

function declaredArguments(prompt: PromptDefinition, given: Record<string, string>): Record<string, string> {
  const args: Record<string, string> = {};
  for (const { name, required } of prompt.arguments) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined) args[name] = value;
    else if (required) throw invalidParams(`The prompt ${prompt.name} needs the argument ${name}.`);
  }
  return args;
}
