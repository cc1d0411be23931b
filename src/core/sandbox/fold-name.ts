// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
const ASCII = /^[\u0000-\u007f]*$/;

/** The same for all spellings that some file system takes for one. NFKC, because `ſ` and `ｅ` are `s` and `e` to some. */
export function foldedName(name: string): string {
  return (ASCII.test(name) ? name : name.normalize('NFKC')).toLowerCase();
}
