/** Characters that a reader does not see, or that would change the order of others, are shown as what they are. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    return code === 0x1b ? '␛' : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
