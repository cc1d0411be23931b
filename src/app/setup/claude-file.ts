/** CLAUDE.md: what Claude Code reads; it does not read the agents file unless told to. */
import { join } from 'node:path';
import { hasBlock, importing, isBlockAlone, withBlock, withoutBlock } from '../../areas/stash/index.ts';
import { type Change, readConfig } from './config-file.ts';

/** Where Claude Code looks in a project. */
const PLACES = ['CLAUDE.md', '.claude/CLAUDE.md'];

/** A file that is there gets the block, unless it imports the agents file; else one is made that does. */
export async function planClaudeFile(root: string, agentsFile: string): Promise<Change> {
  const there = await claudeFile(root);
  if (there === undefined) {
    const path = join(root, 'CLAUDE.md');
    return { kind: 'create', path, before: '', after: importing(agentsFile) };
  }
  const { path, text } = there;
  if (typeof text === 'object') return { kind: 'left', path, reason: text.problem };
  const after = /(?:^|\s)@[./]*agents\.md\b/im.test(text) ? text : withBlock(text);
  return after === text ? { kind: 'unchanged', path } : { kind: 'update', path, before: text, after };
}

/** Undefined: there is nothing of ours in it. */
export async function planClaudeRemoval(root: string): Promise<Change | undefined> {
  const { path, text } = (await claudeFile(root)) ?? {};
  if (path === undefined || typeof text !== 'string' || !hasBlock(text)) return undefined;
  if (isBlockAlone(text)) return { kind: 'delete', path, before: text };
  return { kind: 'update', path, before: text, after: withoutBlock(text) };
}

async function claudeFile(
  root: string,
): Promise<{ path: string; text: string | { problem: string } } | undefined> {
  for (const place of PLACES) {
    const path = join(root, place);
    const text = await readConfig(path, root);
    if (text !== undefined) return { path, text };
  }
  return undefined;
}
