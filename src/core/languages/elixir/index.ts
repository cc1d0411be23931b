import { treeSitterAdapter } from '../adapter.ts';
import { delimited, HASH, mirrored, quotedOverLines, skipped } from '../comment-syntax.ts';

export const elixir = treeSitterAdapter({
  name: 'elixir',
  extensions: ['.ex', '.exs'],
  comments: [
    skipped('\\?(?:\\\\.|[#"\'])'),
    mirrored('~[a-zA-Z]+(?:"""|\'\'\')', (opening) => opening.slice(-3)),
    delimited('~[a-zA-Z]+[\\[({</|"\']'),
    HASH,
    quotedOverLines('"""'),
    quotedOverLines("'''"),
    quotedOverLines('"'),
    quotedOverLines("'"),
  ],
  grammar: 'elixir',
  reader: async () => (await import('./reader.ts')).elixirReader,
});
