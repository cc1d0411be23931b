/** A rough outline by indentation, so that the survival figures lean on no parser of ours. */
import type { SymbolSpan } from '../../src/core/anchors/index.ts';

const OPENERS: readonly { files: RegExp; opener: RegExp }[] = [
  { files: /\.py$/, opener: /^(\s*)(?:async\s+)?(?:def|class)\s+(\w+)/ },
  { files: /\.go$/, opener: /^()(?:func\s+(?:\([^)]*\)\s*)?|type\s+)(\w+)/ },
  {
    files: /\.rs$/,
    opener:
      /^(\s*)(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+|async\s+|const\s+)*(?:fn|struct|enum|trait|mod|impl)\s+(\w[^{(]*)/,
  },
  {
    files: /\.java$/,
    opener:
      /^(\s*)(?:(?:public|private|protected|static|final|abstract|synchronized|default)\s+)+[^=;]*?(\w+)\s*(?:\([^;]*|\s(?:extends|implements)\b.*)?\{\s*$/,
  },
  {
    files: /\.[cm]?[jt]sx?$/,
    opener: /^(\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|class|interface)\s+(\w+)/,
  },
  {
    files: /\.[cm]?[jt]sx?$/,
    opener:
      /^(\s+)(?:(?:static|async|get|set|private|public|protected|readonly)\s+)*(?!if|for|while|switch|catch|return|function)(\w+)\([^;]*\)[^;=]*\{\s*$/,
  },
];

export function isSource(path: string): boolean {
  return OPENERS.some(({ files }) => files.test(path));
}

/** Names are qualified by what encloses them, so that two methods of one name in two classes differ. */
export function declarations(path: string, lines: readonly string[]): SymbolSpan[] {
  const openers = OPENERS.filter(({ files }) => files.test(path));
  const found: SymbolSpan[] = [];
  const open: { name: string; indent: number; endLine: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const match = openers.map(({ opener }) => opener.exec(line)).find((hit) => hit !== null);
    if (!match) continue;
    const indent = (match[1] ?? '').length;
    while (open.length > 0 && ((open.at(-1)?.indent ?? 0) >= indent || (open.at(-1)?.endLine ?? 0) <= at))
      open.pop();
    const name = [...open.map((outer) => outer.name), (match[2] ?? '').trim()].join('.');
    const endLine = lastLine(lines, at, indent, path.endsWith('.py'));
    found.push({ name, startLine: at + 1, endLine });
    open.push({ name: (match[2] ?? '').trim(), indent, endLine });
  }
  return found;
}

/** A declaration ends before the next line that is indented no deeper; a closing bracket still belongs to it. */
function lastLine(lines: readonly string[], from: number, indent: number, offside: boolean): number {
  let last = from + 1;
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const depth = line.length - line.trimStart().length;
    if (depth > indent || /^\s*[)\]]/.test(line) || (!offside && /^\s*\{/.test(line))) last = at + 1;
    else return !offside && /^\s*\}/.test(line) ? at + 1 : last;
  }
  return last;
}
