/** Headings as sections. Lexical: Markdown has no grammar among those that are shipped. */
import type { LanguageAdapter } from '../adapter.ts';
import { chunksAtBorders } from '../chunks.ts';
import { blockComment } from '../comment-syntax.ts';
import { bySymbolOrder } from '../symbol.ts';
import { headings, sectionSymbols } from './sections.ts';

const EXTENSIONS = ['.md', '.markdown', '.mdx'];

export const markdown: LanguageAdapter = {
  name: 'markdown',
  extensions: EXTENSIONS,
  comments: [blockComment('<!--', '-->')],
  supportsPath: (path) => EXTENSIONS.some((extension) => path.toLowerCase().endsWith(extension)),
  outline: async (_path, text) =>
    text.includes('\0') ? [] : sectionSymbols(text.replace(/^\uFEFF/, '')).sort(bySymbolOrder),
  smartChunks: async (_path, text) => {
    const { lines, found } = headings(text);
    return chunksAtBorders(lines, new Set(found.map(({ line }) => line)));
  },
};
