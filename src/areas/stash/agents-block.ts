/**
 * Our block in the agents file: one, between two marks, and nothing outside of it is ever changed. Whether a
 * newline follows the block tells if one ended the file before, so that it can be taken away to the byte. Only in a
 * file that we made is it at the very top: one that was there and blank stays when the block goes.
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

/** A whole file of ours that makes a client read the agents file. */
export function importing(agentsFile: string): string {
  return `${marked(`@${agentsFile}`)}\n`;
}

function marked(text: string): string {
  return `${BLOCK_BEGIN}\n${text}\n${BLOCK_END}`;
}

/** The whole text of a file that was not there. */
export const BLOCK_ALONE = `${BLOCK}\n`;

/** Nothing but a block, of this version or another, in a file that we made. */
export function isBlockAlone(text: string): boolean {
  const [first] = ownBlocks(text);
  return first?.start === 0 && /^\r?\n$/.test(text.slice(first.end));
}

export function withBlock(text: string): string {
  const [first, ...more] = ownBlocks(text);
  // A block that is there already keeps its line ends: a lone \r before it must not count with our own \n as one.
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

/** The text without our block, as it was before the block came. */
export function withoutBlock(text: string): string {
  const [first] = ownBlocks(text);
  if (first === undefined) return text;
  const before = text.slice(0, first.start);
  const after = text.slice(first.end);
  if (after.trim() !== '') return before + after.replace(/^\r?\n/, '');
  // At the end of the file: a newline behind the block says that the text before ended with one.
  const eol = text.slice(first.start, first.end).includes('\r\n') ? '\r\n' : '\n';
  const added = after === '' ? eol + eol : eol;
  return before.endsWith(added) ? before.slice(0, -added.length) : before;
}
