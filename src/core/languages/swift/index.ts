import { treeSitterAdapter } from '../adapter.ts';
import { DOUBLE_SLASH, mirrored, nestedComment, quoted, quotedOverLines } from '../comment-syntax.ts';
import { withoutDirectives } from './prepare.ts';

export const swift = treeSitterAdapter({
  name: 'swift',
  extensions: ['.swift'],
  comments: [
    DOUBLE_SLASH,
    nestedComment('/*', '*/'),
    mirrored('(?<!#)#+"(?:"")?', (opening) => opening.replace(/^(#+)("+)$/, '$2$1')),
    quotedOverLines('"""'),
    quoted('"'),
  ],
  grammar: 'swift',
  prepare: withoutDirectives,
  reader: async () => (await import('./reader.ts')).swiftReader,
});
