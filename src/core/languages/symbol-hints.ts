/** Names of symbols in a question asked in plain words: what is written like code, or marked as code. */

const MARKED = /`([^`\n]+)`/g;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
/** Two parts at least: an underscore or a change of case inside, or a path. */
const CODE_SHAPE = /\p{L}\p{N}*_+\p{L}|\p{Ll}\p{N}*\p{Lu}|\p{Lu}{2,}\p{Ll}|::|->|#|\p{L}\.\p{L}|^_|\$/u;
const FILE_NAME =
  /\.(?:md|txt|json|ya?ml|toml|ini|cfg|lock|html?|css|xml|csv|sh|py|[cm]?[jt]sx?|go|rs|java|rb|php|cc?|cpp|hp*|cs|kt|swift)$/i;

/** In the order of the question, marked names first, each once. */
export function symbolHints(prompt: string): string[] {
  const hints = new Set<string>();
  for (const [, marked = ''] of prompt.matchAll(MARKED))
    for (const [name] of marked.matchAll(NAME)) hints.add(name);
  const words = prompt.replace(MARKED, ' ');
  for (const { 0: name, index } of words.matchAll(NAME)) {
    const isCalled = words[index + name.length] === '(';
    if (isCalled || (CODE_SHAPE.test(name) && !FILE_NAME.test(name))) hints.add(name);
  }
  return [...hints];
}
