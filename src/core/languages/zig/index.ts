import { treeSitterAdapter } from '../adapter.ts';
import { DOUBLE_SLASH, quoted, skipped } from '../comment-syntax.ts';

export const zig = treeSitterAdapter({
  name: 'zig',
  extensions: ['.zig', '.zon'],
  // A line of a long string begins with two backslashes.
  comments: [skipped('^[ \\t]*\\\\\\\\.*$'), DOUBLE_SLASH, quoted('"'), quoted("'")],
  grammar: 'zig',
  reader: async () => (await import('./reader.ts')).zigReader,
});
