/**
 * Stash: numbered notes on why the code is as it is, cited from comments (specs/stash). Owns `.context/` and its
 * block in the agents file; adds entries and never changes one. Does not know how files are indexed and parsed: the app passes
 * in how to find citing files, comments and declarations.
 */
import { defineArea } from '../../core/tool.ts';
import { recordDecision, stashResources } from './entry-resources.ts';
import { stashEnvelope } from './envelope.ts';
import type { Stash } from './stash.ts';
import { stashTexts } from './text.ts';
import { createTool, getTool, listTool, searchTool } from './tools.ts';

export { hasBlock, importing, isBlockAlone, withBlock, withoutBlock } from './agents-block.ts';
export { ANCHOR_FOLDER, whyUnreadable } from './anchors.ts';
export { type Citation, type CitedNumber, citedIn, grepCitingFiles } from './citations.ts';
export { ENTRY_TYPES, titleOf } from './entry-file.ts';
export { type Renumbering, STASH_FOLDER } from './entry-store.ts';
export { type InitReport, initStash, removeStashSetup, type WrittenText } from './init.ts';
export { nameFinder, nameOf } from './naming.ts';
export type { CitedRef, SurveyedEntry, SurveyedStash } from './read-entries.ts';
export { openStash, type Stash } from './stash.ts';
export type { CitationsIn } from './stash-deps.ts';

export function stashArea(stash: Stash) {
  return defineArea({
    tools: [createTool(stash), getTool(stash), listTool(stash), searchTool(stash)],
    envelope: stashEnvelope,
    texts: stashTexts,
    instructions:
      'Before changing code that a comment marks "refer to context 00012", read it: context.get. After a decision worth keeping, record why: context.create, then paste the comment it returns.',
    resources: [stashResources(stash)],
    prompts: [recordDecision],
  });
}
