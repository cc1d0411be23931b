/** TOML: read as untrusted text, and edited one table at a time in files that people maintain. */
import { isTomlTooDeep, MAX_NESTING, TOO_DEEP } from './nesting.ts';

export type ParsedToml = { ok: true; value: Record<string, unknown> } | { ok: false; problem: string };

export async function parseToml(text: string): Promise<ParsedToml> {
  if (isTomlTooDeep(text)) return { ok: false, problem: TOO_DEEP };
  const { parse, TomlError } = await import('smol-toml');
  try {
    return { ok: true, value: parse(text, { maxDepth: MAX_NESTING }) };
  } catch (thrown) {
    const at = thrown instanceof TomlError ? ` at line ${thrown.line}` : '';
    return { ok: false, problem: `not valid TOML${at}` };
  }
}

// A table is set or removed as a block of lines; every other byte stays the same.

const HEADER = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/;

const LAST_LINE_END = /\r?\n$/;

/**
 * `body` is the lines below the header. A new table is added at the end of the file. `text` undefined: there is no file. In a
 * blank file the table goes after the blanks and gets no line end; `removeTomlTable` recognises it by that.
 */
export function setTomlTable(text: string | undefined, name: string, body: readonly string[]): string {
  if (text === undefined) return `${[`[${name}]`, ...body].join('\n')}\n`;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const block = [`[${name}]`, ...body];
  const lines = text.split(/\r?\n/);
  const found = findTable(lines, name);
  if (found) {
    if (lines.slice(found.start + 1, found.end).join('\n') === body.join('\n')) return text;
    const behind = found.end === lines.length ? '' : eol + text.slice(firstLines(text, found.end).length);
    const indent = blanksBefore(lines[found.start] ?? '');
    return `${firstLines(text, found.start)}${indent}${block.join(eol)}${behind}`;
  }
  // The file keeps its end, with or without a line end.
  const trimmed = text.trimEnd();
  if (trimmed === '') return text + block.join(eol);
  return `${trimmed}${eol}${eol}${block.join(eol)}${text.slice(trimmed.length)}`;
}

export function tomlTable(text: string, name: string): string[] | undefined {
  const lines = text.split(/\r?\n/);
  const found = findTable(lines, name);
  return found ? lines.slice(found.start + 1, found.end) : undefined;
}

/** Removes the table and the blank lines before it. */
export function removeTomlTable(text: string, name: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const found = findTable(lines, name);
  if (!found) return text;
  let start = found.start;
  while (start > 0 && lines[start - 1]?.trim() === '') start--;
  // Cut from the text itself, because its lines may end in different ways.
  const through = firstLines(text, found.end);
  if (start === 0) return found.end === lines.length ? blanksBefore(text) : text.slice(through.length);
  // The line end after the table belongs to the line before it, where it was until the table was added.
  const own = found.end === lines.length ? through : through.replace(LAST_LINE_END, '');
  const blank = found.end < lines.length && lines[found.end]?.trim() !== '' ? eol : '';
  return `${firstLines(text, start).replace(LAST_LINE_END, '')}${blank}${text.slice(own.length)}`;
}

function blanksBefore(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function firstLines(text: string, count: number): string {
  let end = 0;
  for (let line = 0; line < count; line++) end = text.indexOf('\n', end) + 1 || text.length;
  return text.slice(0, end);
}

/** From its header to its last line; blank lines and comments before the next header belong to the next table. */
function findTable(lines: readonly string[], name: string): { start: number; end: number } | undefined {
  let quotes = '';
  let start = -1;
  for (const [at, line] of lines.entries()) {
    const header = quotes === '' ? HEADER.exec(line)?.[1] : undefined;
    if (header !== undefined) {
      if (start !== -1) return { start, end: lastOwn(lines, start, at) };
      if (plainName(header) === name) start = at;
    }
    quotes = afterMultiLineStrings(line, quotes);
  }
  return start === -1 ? undefined : { start, end: lastOwn(lines, start, lines.length) };
}

function lastOwn(lines: readonly string[], start: number, next: number): number {
  let end = next;
  while (end > start + 1 && /^\s*(#.*)?$/.test(lines[end - 1] ?? '')) end--;
  return end;
}

function plainName(header: string): string {
  return header
    .split('.')
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .join('.');
}

/** The quotes of the multi-line string that is open after the line: what looks like a header in there is none. */
function afterMultiLineStrings(line: string, open: string): string {
  let quotes = open;
  for (const [mark] of line.matchAll(/"""|'''/g))
    quotes = quotes === '' ? mark : quotes === mark ? '' : quotes;
  return quotes;
}
