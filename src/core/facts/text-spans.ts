/** Where a text is no code: comments, strings, and what the grammar could not read, as pairs of start and end. */
import type { FlatTree } from '../languages/index.ts';
import type { FileFacts } from './facts.ts';

/** Types of nodes. */
interface TextNodes {
  comments: readonly string[];
  strings: readonly string[];
  /** Inside of strings, and code again. */
  code?: readonly string[];
}

export function textSpans(
  tree: FlatTree,
  rules: TextNodes,
): Pick<FileFacts, 'comments' | 'strings' | 'errors'> {
  const [comments, strings, errors]: [number[], number[], number[]] = [[], [], []];
  const commentTypes = new Set(rules.comments);
  const stringTypes = new Set(rules.strings);
  for (let node = 0; node < tree.count; node++) {
    const type = tree.type(node);
    if (commentTypes.has(type)) comments.push(tree.start(node) + tree.shift, tree.end(node) + tree.shift);
    else if (stringTypes.has(type)) strings.push(...textPartsOf(node, tree, rules.code ?? []));
    else if (type === 'ERROR') errors.push(tree.start(node) + tree.shift, tree.end(node) + tree.shift);
  }
  return {
    comments: Uint32Array.from(comments),
    strings: Uint32Array.from(ascending(strings)),
    errors: Uint32Array.from(errors),
  };
}

/** A string without the code inside of it. */
function textPartsOf(node: number, tree: FlatTree, code: readonly string[]): number[] {
  const parts: number[] = [];
  let from = tree.start(node);
  const end = tree.nexts[node] as number;
  for (let at = node + 1; at < end; at++) {
    if (!code.includes(tree.type(at))) continue;
    parts.push(from + tree.shift, tree.start(at) + tree.shift);
    from = tree.end(at);
    at = (tree.nexts[at] as number) - 1;
  }
  parts.push(from + tree.shift, tree.end(node) + tree.shift);
  return parts;
}

/** Pairs of start and end by their start: a string inside of the code in another one comes after both parts of that one. */
function ascending(pairs: readonly number[]): number[] {
  const starts = pairs.flatMap((start, at) =>
    at % 2 === 0 ? [[start, pairs[at + 1] ?? start] as const] : [],
  );
  return starts.sort(([a], [b]) => a - b).flat();
}
