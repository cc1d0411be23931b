import { treeSitterAdapter } from '../adapter.ts';
import { C_LIKE, mirrored } from '../comment-syntax.ts';
import { VERBATIM_STRING } from './verbatim-string.ts';

export const csharp = treeSitterAdapter({
  name: 'csharp',
  extensions: ['.cs', '.csx'],
  comments: [mirrored('\\$*"{3,}', (opening) => opening.replaceAll('$', '')), VERBATIM_STRING, ...C_LIKE],
  grammar: 'c_sharp',
  reader: async () => (await import('./reader.ts')).csharpReader,
});
