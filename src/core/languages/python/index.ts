import { treeSitterAdapter } from '../adapter.ts';
import { HASH, quoted, quotedOverLines } from '../comment-syntax.ts';
import { withoutHanging } from './logical-lines.ts';

export const python = treeSitterAdapter({
  name: 'python',
  extensions: ['.py', '.pyi', '.pyw'],
  comments: [HASH, quotedOverLines('"""'), quotedOverLines("'''"), quoted('"'), quoted("'")],
  grammar: 'python',
  prepare: withoutHanging,
  reader: async () => (await import('./reader.ts')).pythonReader,
});
