/**
 * The grammar does not know compiler directives, conditions on versions and macros. They are written over, sign
 * by sign, so that every other sign keeps its place.
 */
const DIRECTIVE = /^[ \t]*#(?:if|elseif|else|endif|warning|error|sourceLocation)\b.*$/gm;
const AVAILABLE = /#(?:un)?available\s*\([^()]*\)/g;
const MACRO = /#(?=[a-z_]\w)/gi;

export function withoutDirectives(text: string): string {
  if (!text.includes('#')) return text;
  return text
    .replace(DIRECTIVE, (line) => ' '.repeat(line.length))
    .replace(AVAILABLE, (condition) => 'true'.padEnd(condition.length))
    .replace(MACRO, '_');
}

export interface Region {
  startLine: number;
  endLine: number;
}

/** The lines between each `#if` and its `#endif`. */
export function conditionalRegions(text: string): Region[] {
  const regions: Region[] = [];
  const open: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*#if\b/.test(line)) open.push(index + 1);
    else if (/^\s*#endif\b/.test(line)) {
      const startLine = open.pop();
      if (startLine !== undefined) regions.push({ startLine, endLine: index + 1 });
    }
  }
  return regions;
}
