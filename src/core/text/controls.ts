/**
 * Characters that move a cursor, hide text or turn it round: C0, C1, bidi, zero-width, tags, line separators.
 * Variation selectors 15 and 16 stay: they choose between two pictures of one character.
 */
const CONTROLS = /(?!\t|\n|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Written out as escapes. Tabs and line ends stay. */
export function showControls(text: string): string {
  return text.replace(CONTROLS, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** The same in JSON text, where the escapes stand for the characters: whoever reads it has the value unchanged. */
export function escapeControlsInJson(json: string): string {
  return json.replace(CONTROLS, (char) =>
    char.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
