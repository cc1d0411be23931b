/** The words of a prompt that are worth a search of their own: no stop words, each once, in order. */

/** What English prompts to a coding agent are full of and code is not asked for. */
const STOP_WORDS = new Set(
  `a about above add after again all also an and any are as at be because been before being below between both but by
can change check code could did do does doing done down during each ensure explain file files find fix for from get give
had has have having help here how i if implement in into is it its just like look make me more most my need new no not now
of off on once one only or other our out over please same see should show so some such task than that the their them then
there these they thing this those through to too under until up update us use used uses using very via want was way we
were what when where which while who why will with without work works would write you your`.split(/\s+/),
);
const SHORTEST = 3;
/** Identifiers with their dots and underscores, or words of any script. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/gu;

export function keywords(prompt: string, most: number): string[] {
  const found = new Set<string>();
  for (const [word] of prompt.matchAll(WORD)) {
    if (found.size >= most) break;
    if ([...word].length >= SHORTEST && !STOP_WORDS.has(word.toLowerCase())) found.add(word);
  }
  return [...found];
}
