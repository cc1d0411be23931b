/**
 * Characters that move a cursor, hide text or turn it round (C0, C1, bidi, zero-width, tags), written out as
 * escapes. Tabs and line ends stay.
 */
export function showControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) =>
    char === '\n' || char === '\t' ? char : `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
