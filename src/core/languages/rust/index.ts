import { treeSitterAdapter } from '../adapter.ts';
import { CHARACTER, DOUBLE_SLASH, mirrored, nestedComment, quotedOverLines } from '../comment-syntax.ts';

export const rust = treeSitterAdapter({
  name: 'rust',
  extensions: ['.rs'],
  comments: [
    DOUBLE_SLASH,
    nestedComment('/*', '*/'),
    mirrored('\\b(?:r|br|cr)#*"', (opening) => `"${opening.replace(/[^#]/g, '')}`),
    quotedOverLines('"'),
    CHARACTER,
  ],
  grammar: 'rust',
  reader: async () => (await import('./reader.ts')).rustReader,
});
