/** JSON with comments and trailing commas, as tsconfig.json is written. Undefined for anything else. */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(withoutTrailingCommas(withoutComments(text.replace(/^\uFEFF/, ''))));
  } catch {
    return undefined;
  }
}

/** One string, or one comment; strings come first so that a `//` inside of one is kept. */
const STRING_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const STRING_OR_LAST_COMMA = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : ' '));
}

function withoutTrailingCommas(text: string): string {
  return text.replace(STRING_OR_LAST_COMMA, (found) => (found === ',' ? '' : found));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
