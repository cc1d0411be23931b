/**
 * Cuts text into words as /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g does (so identifiers fall apart at case changes,
 * and `HTTPServer` is `HTTP`, `Server`), by hand because the expression is several times slower.
 */
const isUpper = (c: number) => c >= 65 && c <= 90;
const isLower = (c: number) => c >= 97 && c <= 122;
const isDigit = (c: number) => c >= 48 && c <= 57;

/** Calls `word` with the range of each of the first `most` words. */
export function eachWord(text: string, most: number, word: (from: number, to: number) => void): void {
  const end = text.length;
  let left = most;
  let at = 0;
  while (at < end && left > 0) {
    const from = at;
    const c = text.charCodeAt(at++);
    if (isLower(c)) {
      while (at < end && isLower(text.charCodeAt(at))) at++;
    } else if (isDigit(c)) {
      while (at < end && isDigit(text.charCodeAt(at))) at++;
    } else if (isUpper(c)) {
      while (at < end && isUpper(text.charCodeAt(at))) at++;
      if (at < end && isLower(text.charCodeAt(at))) {
        // The last capital belongs to the word in lower case that follows.
        if (at - from > 1) at--;
        else while (at < end && isLower(text.charCodeAt(at))) at++;
      }
    } else continue;
    word(from, at);
    left--;
  }
}
