/**
 * Our block in the agents file: one, between two markers; nothing outside it is changed. A newline after the block means
 * that the file ended with one before, so removing the block restores every byte. Only in a file that we created is the
 * block at the very top: a blank file that existed before stays when the block is removed.
 */
import { BLOCK_BEGIN, BLOCK_END, ownBlocks } from '../../core/text/index.ts';

/** At most two hundred tokens: every agent reads it in every session. */
const BLOCK = marked(`## Pilotbook

\`.context/\` says why the code is as it is.

- Find code: \`repo_search\`. Start a task: \`repo_build_context_bundle\`. Ask why: \`context_search\`.
- Before changing code that says \`refer to context 00012\`: \`stash_get\`.
- After a meaningful change, call \`context.create\` (\`stash_create\`) with a short Markdown note about one thing. One note
  for one change.
- Put the number it returns into a comment: \`// refer to context 00012\`. Many files may cite one note, one place several:
  \`// refer to context 00012, 00019\`.
- Notes are never edited; a new one \`supersedes\` the old.

The client runs \`pilotbook serve\` in the root of this workspace.`);

/** The text of a new file that makes a client read the agents file. */
export function importing(agentsFile: string): string {
  return `${marked(`@${agentsFile}`)}\n`;
}

function marked(text: string): string {
  return `${BLOCK_BEGIN}\n${text}\n${BLOCK_END}`;
}

/** The text of a new agents file. */
export const BLOCK_ALONE = `${BLOCK}\n`;

/** Whether we created the file and it holds only our block, of this version or another. */
export function isBlockAlone(text: string): boolean {
  const [first] = ownBlocks(text);
  return first?.start === 0 && /^\r?\n$/.test(text.slice(first.end));
}

export function withBlock(text: string): string {
  const [first, ...more] = ownBlocks(text);
  // An existing block keeps its line ends: a lone \r before it must not combine with our \n.
  const sample = first === undefined ? text : text.slice(first.start, first.end);
  const block = /\r\n/.test(sample) ? BLOCK.replaceAll('\n', '\r\n') : BLOCK;
  if (first === undefined) return appended(text, block);
  let result = text;
  for (const { start, end } of more.toReversed()) result = result.slice(0, start) + result.slice(end);
  return result.slice(0, first.start) + block + result.slice(first.end);
}

export function hasBlock(text: string): boolean {
  return ownBlocks(text).length > 0;
}

function appended(text: string, block: string): string {
  const eol = block.includes('\r\n') ? '\r\n' : '\n';
  return text.endsWith('\n') ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`;
}

/** The text as it was before the block was added. */
export function withoutBlock(text: string): string {
  const [first] = ownBlocks(text);
  if (first === undefined) return text;
  const before = text.slice(0, first.start);
  const after = text.slice(first.end);
  if (after.trim() !== '') return before + after.replace(/^\r?\n/, '');
  // At the end of the file: a newline after the block means that the text before it ended with one.
  const eol = text.slice(first.start, first.end).includes('\r\n') ? '\r\n' : '\n';
  const added = after === '' ? eol + eol : eol;
  return before.endsWith(added) ? before.slice(0, -added.length) : before;
}
