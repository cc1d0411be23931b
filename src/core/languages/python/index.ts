import { treeSitterAdapter } from '../adapter.ts';
import { HASH, quoted, quotedOverLines } from '../comment-syntax.ts';

export const python = treeSitterAdapter({
  name: 'python',
  extensions: ['.py', '.pyi', '.pyw'],
  comments: [HASH, quotedOverLines('"""'), quotedOverLines("'''"), quoted('"'), quoted("'")],
  grammar: 'python',
  reader: async () => (await import('./reader.ts')).pythonReader,
});
