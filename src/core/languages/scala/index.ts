import { treeSitterAdapter } from '../adapter.ts';
import { CHARACTER, DOUBLE_SLASH, nestedComment, quoted, verbatim } from '../comment-syntax.ts';

export const scala = treeSitterAdapter({
  name: 'scala',
  extensions: ['.scala', '.sc', '.sbt'],
  comments: [DOUBLE_SLASH, nestedComment('/*', '*/'), verbatim('"""', '"""'), quoted('"'), CHARACTER],
  grammar: 'scala',
  reader: async () => (await import('./reader.ts')).scalaReader,
});
