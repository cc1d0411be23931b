import { treeSitterAdapter } from '../adapter.ts';
import { ECMASCRIPT_COMMENTS } from './comments.ts';

export const typescript = treeSitterAdapter({
  name: 'typescript',
  extensions: ['.ts', '.tsx', '.mts', '.cts'],
  comments: ECMASCRIPT_COMMENTS,
  // In .ts files `<T>x` is a cast, in .tsx files an element: two grammars.
  grammar: (path) => (path.toLowerCase().endsWith('.tsx') ? 'tsx' : 'typescript'),
  reader: async () => (await import('./reader.ts')).ecmascriptReader,
});
