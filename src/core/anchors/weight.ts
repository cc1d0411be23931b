/**
 * How much a range says about itself. A lone brace or `return;` is in every file many times, so its
 * text alone proves nothing about where it went.
 */

/** Words that hold a statement together and name nothing. */
const COMMON = new Set(
  `abstract and as assert async await begin bool boolean break byte case catch char class const continue def default
   del delete do done double elif else elsif end endif enum esac except export extends extern false fi final finally
   float fn for from func function global go goto if impl implements import in include inline int interface internal
   is lambda let long loop match module mut namespace new nil none not null of or override package pass private proc
   protected pub public raise readonly ref require rescue return self short static str string struct super switch
   template then this throw throws trait true try type typedef typeof undefined union unless unsafe until use using
   val var virtual void when where while with yield`.split(/\s+/),
);

/** Fewer than this many naming words: the text alone never decides. */
export const LOW_ENTROPY_WORDS = 3;
/** From so many on, the text speaks for itself even among other files. */
export const TELLING_WORDS = 8;

const WORD = /[\p{L}\p{N}_$]+/gu;

export function wordsOf(line: string): string[] {
  return line.match(WORD) ?? [];
}

function names(word: string): boolean {
  return word.length > 1 && !COMMON.has(word) && !/^\d+$/.test(word);
}

/** A word of this many letters is seldom met by accident: it counts once more for each time it is so long. */
const LONG_WORD = 10;

/** Distinct words that name something. */
export function weightOf(lines: Iterable<string>): number {
  const seen = new Set<string>();
  for (const line of lines) for (const word of wordsOf(line)) if (names(word)) seen.add(word);
  let weight = 0;
  for (const word of seen) weight += 1 + Math.floor((word.length - 1) / LONG_WORD);
  return weight;
}
