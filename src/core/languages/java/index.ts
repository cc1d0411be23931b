import { treeSitterAdapter } from '../adapter.ts';
import { C_LIKE, quotedOverLines } from '../comment-syntax.ts';

export const java = treeSitterAdapter({
  name: 'java',
  extensions: ['.java'],
  comments: [quotedOverLines('"""'), ...C_LIKE],
  grammar: 'java',
  reader: async () => (await import('./reader.ts')).javaReader,
});
