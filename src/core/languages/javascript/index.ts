import { treeSitterAdapter } from '../adapter.ts';
import { ECMASCRIPT_COMMENTS } from '../typescript/comments.ts';

export const javascript = treeSitterAdapter({
  name: 'javascript',
  extensions: ['.js', '.jsx', '.mjs', '.cjs'],
  comments: ECMASCRIPT_COMMENTS,
  grammar: 'javascript',
  reader: async () => (await import('../typescript/reader.ts')).ecmascriptReader,
});
