/**
 * The grammar wants a line break or a semicolon before the brace that closes a class or a block; Kotlin does
 * not. The blank before such a brace is made a semicolon, which moves nothing.
 */
const TOKEN =
  /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=[^\s{;,(]) +\}/g;

export function withSemicolons(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith(' ') ? `;${token.slice(1)}` : token));
}
