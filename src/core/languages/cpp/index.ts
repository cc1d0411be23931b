import { treeSitterAdapter } from '../adapter.ts';
import { C_LIKE, mirrored, skipped } from '../comment-syntax.ts';

export const cpp = treeSitterAdapter({
  name: 'cpp',
  extensions: ['.cpp', '.cc', '.cxx', '.hpp', '.hh', '.hxx', '.ipp', '.inl', '.cu', '.cuh'],
  comments: [
    mirrored(
      '\\b(?:u8|u|U|L)?R"[^()\\\\\\s]{0,16}\\(',
      (opening) => `)${opening.slice(opening.indexOf('"') + 1, -1)}"`,
    ),
    // Digit separators: 1'000
    skipped("(?<=[\\da-fA-F])'(?=[\\da-fA-F])"),
    ...C_LIKE,
  ],
  grammar: 'cpp',
  reader: async () => (await import('./reader.ts')).cFamilyReader,
});
