/** A brief as Markdown. Text of the repository is quoted, with control characters shown: it is data, not advice. */
import { showControls, splitLines } from '../../core/text/index.ts';
import type { UserAtDepth } from '../impact/users.ts';
import type { Brief, LeftOut, Risk } from './brief.ts';
import type { BriefedFile } from './change.ts';
import type { Governing } from './governing.ts';

const MOST_PLACES = 4;
/** Ids in the last line; how many more there are is said. */
const MOST_IDS = 10;

export function headLines(title: string, notes: readonly string[]): string[] {
  return [`# Brief: ${title}`, '', ...notes.flatMap((note) => [`Note: ${plain(note)}`, ''])];
}

export function fileLine({ path, change }: BriefedFile): string {
  return change === 'named' ? `- ${plain(path)}` : `- ${plain(path)} (${change})`;
}

export function riskLine({ place, message }: Risk): string {
  return `- ${plain(place)}: ${plain(message)}`;
}

export function governingLine({ id, kind, title, where, superseded_by }: Omit<Governing, 'text'>): string {
  const more = where.length - MOST_PLACES;
  const places = [...where.slice(0, MOST_PLACES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const successor = superseded_by === undefined ? '' : ` Superseded by ${superseded_by.join(', ')}.`;
  return `- ${plain(id)} (${kind}) ${ended(plain(title))} ${sentence(plain(places))}${successor}`;
}

export function userLine({ path, line, symbol, uses }: UserAtDepth): string {
  return `- ${plain(`${path}:${line}`)}${symbol === null ? '' : ` ${plain(symbol)}`} uses ${plain(uses)}`;
}

export function textLines({ id, title, text }: Pick<Governing, 'id' | 'title'> & { text: string }): string[] {
  const quoted = splitLines(showControls(text)).map((line) => `> ${line}`.trimEnd());
  return [`### ${plain(id)} ${plain(title)}`, '', ...quoted, ''];
}

export function leftOutLine(
  { files, at_risk, governing, texts, users, tests }: LeftOut,
  budget: number,
): string | undefined {
  const parts = [
    ...(at_risk === 0 ? [] : [`${at_risk} risks`]),
    ...(governing.length === 0 ? [] : [`${names(governing)} altogether`]),
    ...(texts.length === 0 ? [] : [`the text of ${names(texts)}`]),
    ...(files === 0 ? [] : [`${files} file names`]),
    ...(users + tests === 0 ? [] : [`${users} users and ${tests} tests (pilotbook impact lists them)`]),
  ];
  return parts.length === 0 ? undefined : `Left out to stay within ${budget} tokens: ${parts.join('; ')}.`;
}

export const SECTIONS = {
  atRisk: ['## At risk', ''],
  governing: ['## What governs this', ''],
  users: ['## Uses what changed', ''],
  tests: ['## Tests to run', ''],
  files: ['## Files', ''],
} as const;

export function briefMarkdown(brief: Brief): string {
  const { title, notes, unread, files, at_risk, governing, users, tests, left_out, tokens } = brief;
  const section = (head: readonly string[], lines: readonly string[]) =>
    lines.length === 0 ? [] : [...head, ...lines, ''];
  const silent = at_risk.length + governing.length + left_out.governing.length === 0;
  const rest = leftOutLine(left_out, tokens.budget);
  const lines = [
    ...headLines(title, notes),
    ...(silent ? [`Nothing ${unread.length === 0 ? '' : 'else '}is recorded about these files.`, ''] : []),
    ...section(SECTIONS.atRisk, at_risk.map(riskLine)),
    ...section(SECTIONS.governing, governing.map(governingLine)),
    ...section(SECTIONS.users, users.map(userLine)),
    ...section(SECTIONS.tests, tests.map(userLine)),
    ...governing.flatMap(({ id, title, text }) => (text === undefined ? [] : textLines({ id, title, text }))),
    ...section(SECTIONS.files, files.map(fileLine)),
    ...(rest === undefined ? [] : [rest, '']),
  ];
  return lines.join('\n');
}

/** In one line, so that no name or title can pass for a heading of ours. */
function plain(text: string): string {
  return showControls(text.replace(/\s+/g, ' ').trim());
}

function sentence(text: string): string {
  return ended(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);
}

function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function names(ids: readonly string[]): string {
  const more = ids.length - MOST_IDS;
  return [...ids.slice(0, MOST_IDS).map(plain), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
