import { treeSitterAdapter } from '../adapter.ts';
import { C_LIKE } from '../comment-syntax.ts';

export const c = treeSitterAdapter({
  name: 'c',
  extensions: ['.c', '.h'],
  comments: C_LIKE,
  // Headers may be of either language; C++ reads nearly all of C, and not the other way round.
  grammar: (path) => (path.toLowerCase().endsWith('.h') ? 'cpp' : 'c'),
  reader: async () => (await import('../cpp/reader.ts')).cFamilyReader,
});
