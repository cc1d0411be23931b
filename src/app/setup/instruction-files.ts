/**
 * Files that set-up writes for agents to read. Claude Code reads CLAUDE.md, and the agents file only if CLAUDE.md
 * imports it. The skill and the subagent are optional; they contain no text of the repository.
 */
import { join } from 'node:path';
import { hasBlock, importing, isBlockAlone, withBlock, withoutBlock } from '../../areas/stash/index.ts';
import type { Launch } from './clients.ts';
import { type Change, type OwnFile, readConfig } from './config-file.ts';

/** Where Claude Code looks in a project. */
const PLACES = ['CLAUDE.md', '.claude/CLAUDE.md'];

/** Adds the block to an existing file, unless that imports the agents file; else creates one that imports it. */
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

/** Removes the block from both places: a file created later may hide the one that has it. */
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

const BEFORE_COMMAND = `---
name: pilotbook
description: Find code, past decisions and directory notes of this repository before changing it. Use when a task needs more than one file, when a comment says "refer to context", or when a decision should be recorded.
---

# Pilotbook

1. Start with \`repo_build_context_bundle\` (the task in your words) or \`context_search\` (a question).
2. Read a file's declarations with \`repo_outline\` before opening it; open only the lines you need.
3. Read a function or class by name with \`repo_symbol\` (\`with\`: callers, tests, subclasses). Before you change it, list who uses it
   with \`repo_references\`; mentions counted as \`possible\` may be uses, too: list them with \`class\`.
4. A comment \`refer to context 00012\` means: read \`stash_get 00012\` before changing that code.
5. After a decision worth keeping, call \`stash_create\` and paste the comment it returns.

Without the MCP tools, the same on the command line:

    `;
const AFTER_COMMAND = ` --help
`;

/** It names the program as clients start it, so that its commands work wherever the server does. */
export function skillFor({ command, args }: Launch): OwnFile {
  return {
    text: `${BEFORE_COMMAND}${[command, ...args].map(shellWord).join(' ')}${AFTER_COMMAND}`,
    isOurs: (text) =>
      text.startsWith(BEFORE_COMMAND) &&
      text.endsWith(AFTER_COMMAND) &&
      !text.slice(BEFORE_COMMAND.length, -AFTER_COMMAND.length).includes('\n'),
  };
}

function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const SUB_AGENT_TEXT = `---
name: pilotbook-scout
description: Explores this repository with Pilotbook and returns the lines, notes and decisions that matter for a task. Use before changes that touch unfamiliar code.
---

Explore with the pilotbook tools only: search, symbol, references, outline, open, recall, grep. Read a function by its name
with symbol; who uses it, with references. Do not change files. Answer with paths and line ranges, the notes that govern
them (by number), and what a change there must respect. Quote no more than needed.
`;

export const SUB_AGENT: OwnFile = { text: SUB_AGENT_TEXT, isOurs: (text) => text === SUB_AGENT_TEXT };
