/** What loads with the server of repo.symbol; how it answers is loaded with the first question. */
import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import type { ExploreDeps } from '../explore-deps.ts';

const DEFAULT_LIMIT = 10;
const MOST_LIMIT = 100;
export const SYMBOL_LISTS = ['callers', 'callees', 'tests', 'bases', 'subclasses', 'usages'] as const;

export const symbolTool = (deps: ExploreDeps) =>
  defineTool({
    name: 'repo.symbol',
    safeName: 'repo_symbol',
    description:
      'Show a function, class or variable whole, by name, Class.method, path::name or path:line; with its callers, callees, tests, bases, subclasses or usages.',
    annotations: READS,
    input: () =>
      z.object({
        symbol: z.string().min(1).max(500).describe('e.g. Class.method or path:line'),
        path: z.string().min(1).optional().describe('file or directory to look in'),
        show: z.enum(['body', 'signature', 'outline']).default('body').describe('how much of it'),
        with: z.array(z.enum(SYMBOL_LISTS)).optional().describe('what else'),
        limit: z.number().int().min(1).max(MOST_LIMIT).default(DEFAULT_LIMIT).describe('most of each list'),
      }),
    showsExcerpts: true,
    async handle({ symbol, path, show, with: wanted = [], limit }, { signal, commandLine }) {
      const { answerSymbol } = await import('../symbols/answer-symbol.ts');
      return await answerSymbol(deps, { symbol, path, show, wanted, limit, signal, commandLine });
    },
  });
