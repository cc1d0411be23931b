/** What loads with the server of repo.references; how it answers is loaded with the first question. */
import { z } from 'zod';
import { CLASSES } from '../../../core/mention-class.ts';
import { cursorArgument, defineTool, READS } from '../../../core/tool.ts';
import type { ExploreDeps } from '../explore-deps.ts';

const DEFAULT_LIMIT = 50;
const MOST_LIMIT = 500;
const MOST_DEPTH = 3;

export const REFERENCE_ROLES = [
  'call',
  'read',
  'write',
  'import',
  'type',
  'extends',
  'override',
  'decorator',
  're-export',
] as const;

export const referencesTool = (deps: ExploreDeps) =>
  defineTool({
    name: 'repo.references',
    safeName: 'repo_references',
    description:
      'Every mention of a symbol in code, each in one class, so that counts add up: certain, likely, possible, other, comment, string. Lists certain and likely unless class says otherwise; tests last.',
    annotations: READS,
    input: () =>
      z.object({
        symbol: z.string().min(1).max(500).describe('as in repo.symbol'),
        path: z.string().min(1).optional().describe('where it is declared'),
        role: z.enum(REFERENCE_ROLES).optional().describe('only this use'),
        class: z.enum(CLASSES).optional().describe('only this class'),
        scope: z.string().min(1).max(512).optional().describe('glob of files to look in'),
        depth: z.number().int().min(1).max(MOST_DEPTH).default(1).describe("2, 3: callers' callers too"),
        group: z.enum(['file', 'caller']).optional().describe('order'),
        limit: z.number().int().min(1).max(MOST_LIMIT).default(DEFAULT_LIMIT).describe('most references'),
        cursor: cursorArgument(),
      }),
    async handle({ class: wanted, ...asked }, { signal, commandLine }) {
      const { answerReferences } = await import('../symbols/answer-references.ts');
      return await answerReferences(deps, { ...asked, wanted, signal, commandLine });
    },
  });
