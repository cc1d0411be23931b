import { z } from 'zod';
import { defineTool, READS } from '../core/tool.ts';

export const REPOSITORIES_TOOL = 'hub.repositories';

/** Answered by the hub itself. */
export const listTool = defineTool({
  name: REPOSITORIES_TOOL,
  safeName: 'hub_repositories',
  description: 'Lists the repositories that can be asked, with the branch and commit of each.',
  annotations: READS,
  input: () => z.object({}),
  handle: async () => undefined,
});
