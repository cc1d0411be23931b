/** CLAUDE.md: what Claude Code reads; it does not read the agents file unless told to. */
import { join } from 'node:path';
import { hasBlock, importing, isBlockAlone, withBlock, withoutBlock } from '../../areas/stash/index.ts';
import { type Change, readConfig } from './config-file.ts';

/** Where Claude Code looks in a project. */
const PLACES = ['CLAUDE.md', '.claude/CLAUDE.md'];

/** A file that is there gets the block, unless it imports the agents file; else one is made that does. */
export async function planClaudeFile(root: string, agentsFile: string): Promise<Change> {
  const [there] = await claudeFiles(root);
  if (there === undefined) {
    const path = join(root, 'CLAUDE.md');
    return { kind: 'create', path, before: '', after: importing(agentsFile) };
  }
  const { path, text } = there;
  if (typeof text === 'object') return { kind: 'left', path, reason: text.problem };
  const after = /(?:^|\s)@[./]*agents\.md\b/im.test(text) ? text : withBlock(text);
  return after === text ? { kind: 'unchanged', path } : { kind: 'update', path, before: text, after };
}

/** Wherever the block is: a file that came later may hide the one that got it. */
export async function planClaudeRemoval(root: string): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { path, text } of await claudeFiles(root)) {
    if (typeof text !== 'string' || !hasBlock(text)) continue;
    changes.push(
      isBlockAlone(text)
        ? { kind: 'delete', path, before: text }
        : { kind: 'update', path, before: text, after: withoutBlock(text) },
    );
  }
  return changes;
}

async function claudeFiles(root: string): Promise<{ path: string; text: string | { problem: string } }[]> {
  const there = [];
  for (const place of PLACES) {
    const path = join(root, place);
    const text = await readConfig(path, root);
    if (text !== undefined) there.push({ path, text });
  }
  return there;
}
