/** Extracts sentences from comments and documents: removes markup and cuts where a sentence ends. */

/** Readers skip a longer sentence. */
export const LONGEST_SENTENCE = 200;
const SHORTEST = 8;
/** `Name ...`: a comment that only satisfies a linter. */
const PLACEHOLDER = /^\S+\s*(?:\.{3}|…)$/;
/** The rest of the sentence is a list or an example. */
const UNFINISHED = /\b(?:because|if|that|to|the|of|with|and|or):$/;
/** No first sentence is longer, and the patterns below must not run over a minified line. */
const LONGEST_READ = 2000;

/** Markup of doc comments, and what replaces it. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  // Remove Markdown pictures, keep the words of links; then links of reStructuredText and AsciiDoc.
  [/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, ''],
  [/\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1'],
  [/`([^`<]+?)\s*<[^>`]*>`__?/g, '$1'],
  [/https?:\/\/[^\s[\]]+\[([^\]]+)\]/g, '$1'],
  // Javadoc and JSDoc: {@link Name label}, {@code x}.
  [/\{@link(?:plain)?\s+\S+\s+([^{}]+?)\s*\}/g, '$1'],
  [/\{@\w+\s+([^{}]*?)\s*\}/g, '$1'],
  // :class:`~a.b.Name`, {class}`Name`, ``x``, \c x, [`x`]
  [/:[\w:+-]+:`~?([^`<]+?)(?:\s*<[^>`]*>)?`/g, '$1'],
  [/\{[\w:+-]+\}`~?([^`<]+?)(?:\s*<[^>`]*>)?`/g, '$1'],
  [/``([^`]+)``/g, '$1'],
  [/\[`([^`]+)`\]/g, '`$1`'],
  [/\\(?:c|p|b|brief|ref)\s+/g, ''],
  [/<\/?[a-zA-Z][^<>]*>/g, ''],
  [/(\*\*|__)(?=\S)([^*_]+?)\1/g, '$2'],
  [/(^|\s)\*(?=\S)([^*\n]+?)\*(?=[\s.,;:!?]|$)/g, '$1$2'],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&nbsp;/g, ' '],
  [/&amp;/g, '&'],
  // Rulers on either side.
  [/^[\s/*#=~-]+|[\s/*#=~-]+$/g, ''],
];

/** Abbreviations: their full stop does not end a sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|no|fig|dr|mr|st|al|a\.k\.a)|\b[A-Z])\.$/i;

/** The first sentence, or undefined if the text says too little to be one. */
export function firstSentence(text: string): string | undefined {
  const plain = plainText(text);
  if (
    plain.length < SHORTEST ||
    !/\p{L}{2}.*\p{L}{2}/u.test(plain) ||
    PLACEHOLDER.test(plain) ||
    UNFINISHED.test(plain) ||
    looksLikeCode(plain)
  )
    return undefined;
  return ended(shortened(untilFullStop(plain), LONGEST_SENTENCE));
}

export function plainText(text: string): string {
  let plain = text.slice(0, LONGEST_READ);
  for (const [pattern, replacement] of MARKUP) plain = plain.replace(pattern, replacement);
  return plain.replace(/\s+/g, ' ').trim();
}

function untilFullStop(text: string): string {
  for (const match of text.matchAll(/[.!?](?=\s|$)|[.!?](?=["')\]](?:\s|$))|:(?=\s*$)|[。！？]/gu)) {
    const sentence = text.slice(0, match.index + 1);
    if (!ABBREVIATION.test(sentence) && !isInParentheses(sentence)) return sentence;
  }
  return text;
}

function isInParentheses(sentence: string): boolean {
  const open = sentence.split('(').length;
  return open > sentence.split(')').length;
}

/** Cuts between two words. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > longest / 2 ? space : cut.length).replace(/[\s,;:(-]+$/, '')}…`;
}

function ended(sentence: string): string {
  const text = sentence
    .replace(/[\s:;,-]+$/, '')
    .replace(/,?\s+(?:such as|for example|including|namely|as follows|e\.g\.)$/, '');
  return /[.!?…。！？)"'`]$/.test(text) ? text : `${text}.`;
}

/** True for commented-out code, rulers and directives. */
function looksLikeCode(text: string): boolean {
  return (
    /[;{}]$|^[\w.]+\s*=\s|^[-=*#~_/\\+|.]{3,}|^(?:const|let|var|import|return|if|for|def|class|#include|#define|use|package)\b.*[=;({]/.test(
      text,
    ) ||
    /(?:^|\s)\$ \w/.test(text) ||
    !/\s/.test(text)
  );
}

/** `a, b and 3 more`. */
export function listed(names: readonly string[], most: number): string {
  if (names.length <= 1) return names[0] ?? '';
  if (names.length <= most) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
