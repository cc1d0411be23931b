/**
 * Recall: ask in your own words what is known here (specs/recall). Searches discoveries, notes, contexts, packs, past sessions
 * and code by one score; reads files with what they import; greps. Owns `sessions.sqlite` in the data directory; does not know
 * where the other areas store their knowledge.
 */
import { defineArea } from '../../core/tool.ts';
import { recallEnvelope } from './envelope.ts';
import type { RecallDeps } from './recall-deps.ts';
import { recallResources } from './resources/recall-resources.ts';
import { recallTexts } from './text.ts';
import { contextSearchTool } from './tools/context-search.ts';
import { grepCodebaseTool } from './tools/grep-codebase.ts';
import { readFileTool } from './tools/read-file.ts';

export type { KnowledgeDocument } from './knowledge-document.ts';
export type { CodeHit, RecallDeps } from './recall-deps.ts';
export type { ContextItem } from './sessions/session-store.ts';
export { openSessions } from './sessions/sessions.ts';

export function recallArea(deps: RecallDeps) {
  return defineArea({
    tools: [contextSearchTool(deps), readFileTool(deps), grepCodebaseTool(deps)],
    envelope: recallEnvelope,
    texts: recallTexts,
    instructions:
      'Ask in your own words across code, notes, packs and past work: context_search. Exact text or regex: grep_codebase. A file with what it imports: read_file.',
    resources: [recallResources(deps)],
  });
}
