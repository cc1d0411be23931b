/** Markdown: headings as sections. Read line by line, because none of the shipped grammars reads Markdown. */
import { splitLines } from '../../text/index.ts';
import type { LanguageAdapter } from '../adapter.ts';
import { bySymbolOrder, type OutlineSymbol } from '../adapter.ts';
import { chunksAtBorders } from '../outline-chunks.ts';

const EXTENSIONS = ['.md', '.markdown', '.mdx'];

export const markdown: LanguageAdapter = {
  name: 'markdown',
  extensions: EXTENSIONS,
  supportsPath: (path) => EXTENSIONS.some((extension) => path.toLowerCase().endsWith(extension)),
  outline: async (_path, text) =>
    text.includes('\0') ? [] : sectionSymbols(text.replace(/^\uFEFF/, '')).sort(bySymbolOrder),
  smartChunks: async (_path, text) => {
    const { lines, found } = headings(text);
    return chunksAtBorders(lines, new Set(found.map(({ line }) => line)));
  },
};

interface Heading {
  level: number;
  title: string;
  line: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HASHES = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
/** What cannot be the text above an underline: lists, quotes, tables, code, blank lines. */
const NO_TITLE = /^(?:\s*$|\s*[-*+>|]| {4}|\t|\s*\d+[.)]\s)/;

function headings(text: string): { lines: string[]; found: Heading[] } {
  const lines = splitLines(text);
  const found: Heading[] = [];
  let fence = '';
  let index = frontMatterEnd(lines);
  for (; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const mark = FENCE.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const [, hashes, title = ''] = HASHES.exec(line) ?? [];
    if (hashes !== undefined) found.push({ level: hashes.length, title: plain(title), line: index + 1 });
    else {
      const under = UNDERLINE.exec(lines[index + 1] ?? '')?.[1];
      if (under === undefined || NO_TITLE.test(line)) continue;
      found.push({ level: under.startsWith('=') ? 1 : 2, title: plain(line), line: index + 1 });
    }
  }
  return { lines, found };
}

/** The index after YAML between two lines of dashes at the top. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0] !== '---') return 0;
  const end = lines.indexOf('---', 1);
  return end === -1 ? 0 : end + 1;
}

/** Without the marks of links and emphasis. */
function plain(title: string): string {
  return title
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .trim();
}

/** A section reaches to the next heading of its level or above. */
function sectionSymbols(text: string): OutlineSymbol[] {
  const { lines, found } = headings(text);
  const symbols: OutlineSymbol[] = [];
  const open: { level: number; symbol: OutlineSymbol }[] = [];
  for (const { level, title, line } of found) {
    if (title === '') continue;
    while ((open.at(-1)?.level ?? 0) >= level) {
      const done = open.pop();
      if (done !== undefined) done.symbol.endLine = line - 1;
    }
    const parentSymbol = open.at(-1)?.symbol.name ?? null;
    const symbol: OutlineSymbol = {
      kind: 'section',
      name: parentSymbol === null ? title : `${parentSymbol}.${title}`,
      signature: '',
      startLine: line,
      endLine: lines.length,
      parentSymbol,
      scopeKind: 'module',
      isConditional: false,
      declContext: null,
    };
    symbols.push(symbol);
    open.push({ level, symbol });
  }
  return symbols;
}
