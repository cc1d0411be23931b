/** Which words of a prompt or a question to search for. */

/** Common in prompts to a coding agent, and useless in a search. */
const PROMPT_WORDS = new Set(
  `a about above add after again all also an and any are as at be because been before being below between both but by
can change check code could did do does doing done down during each ensure explain file files find fix for from get give
had has have having help here how i if implement in into is it its just like look make me more most my need new no not now
of off on once one only or other our out over please same see should show so some such task than that the their them then
there these they thing this those through to too under until up update us use used uses using very via want was way we
were what when where which while who why will with without work works would write you your`.split(/\s+/),
);
const SHORTEST = 3;
/** Identifiers with their dots and underscores, or words in any script. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/gu;

/** Without common words, each once, in order. */
export function keywords(prompt: string, most: number): string[] {
  const found = new Set<string>();
  for (const [word] of prompt.matchAll(WORD)) {
    if (found.size >= most) break;
    if ([...word].length >= SHORTEST && !PROMPT_WORDS.has(word.toLowerCase())) found.add(word);
  }
  return [...found];
}

/** Words of English grammar, which say nothing about what is asked. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can could did do does for from had has have how i if in into is it its may might of on or our
should so such than that the their them then there these they this those to was we were what when where which who why will with
would you your`.split(/\s+/),
);

const MARKED = /`([^`\n]+)`/g;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
/** At least two parts: an underscore or a change of case inside, or a path. */
const CODE_SHAPE = /\p{L}\p{N}*_+\p{L}|\p{Ll}\p{N}*\p{Lu}|\p{Lu}{2,}\p{Ll}|::|->|#|\p{L}\.\p{L}|^_|\$/u;
const FILE_NAME =
  /\.(?:md|txt|json|ya?ml|toml|ini|cfg|lock|html?|css|xml|csv|sh|py|[cm]?[jt]sx?|go|rs|java|rb|php|cc?|cpp|hp*|cs|kt|swift)$/i;

/**
 * Names of symbols in a question: words written like code, or marked as code. Marked names first, then in the order of the
 * question, each once.
 */
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
