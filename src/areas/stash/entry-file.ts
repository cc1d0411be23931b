/**
 * One entry, and the text of its file: YAML front matter with the fields, then the Markdown. Front matter is ours only if it
 * holds our fields and no others; any other front matter is part of the Markdown.
 */
import { type Anchor, readAnchor } from '../../core/anchors/index.ts';
import { parseYaml, splitLines } from '../../core/text/index.ts';
import { type AnchorRef, anchorRef, isAnchorRef } from './anchors.ts';
import type { EntryName } from './naming.ts';

export const ENTRY_TYPES = ['pattern', 'rule', 'decision', 'issue'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** All optional; the file of an entry without fields is plain Markdown. */
export interface EntryFields {
  type?: EntryType;
  module?: string;
  /** Refs of the entries it supersedes. */
  supersedes?: string[];
  /** The code it is about. */
  anchors?: Anchor[];
}

export interface Entry extends EntryName {
  markdown: string;
  title: string;
  fields: EntryFields;
  /** Anchors whose files are missing, damaged or denied: where that code is now is unknown. */
  unreadableAnchors: readonly AnchorRef[];
}

const LONGEST_TITLE = 100;

/** The first heading, or the first line that is not blank. */
export function titleOf(markdown: string): string {
  const lines = splitLines(markdown).map((line) => line.trim());
  const heading = lines.find((line) => /^#{1,6}\s+\S/.test(line));
  const first =
    heading?.replace(/^#{1,6}\s+/, '').replace(/\s+#+$/, '') ?? lines.find((line) => line !== '') ?? '';
  return first.length > LONGEST_TITLE ? `${[...first].slice(0, LONGEST_TITLE - 1).join('')}…` : first;
}

/** Longer front matter is not ours. */
const LONGEST_FRONT_MATTER = 256 * 1024;
const MOST_ITEMS = 100;
const LONGEST_MODULE = 200;

export interface EntryText {
  markdown: string;
  fields: EntryFields;
}

/** Entries written by the first version contain their anchors. */
export type StoredAnchor = Anchor | AnchorRef;

export interface StoredEntryText {
  markdown: string;
  fields: StoredFields;
}

interface StoredFields extends Omit<EntryFields, 'anchors'> {
  anchors?: StoredAnchor[];
}

export async function encodeEntry({ markdown, fields }: EntryText): Promise<string> {
  if (Object.keys(fields).length === 0) return markdown;
  const { Document, isMap, isSeq } = await import('yaml');
  const stored =
    fields.anchors === undefined ? fields : { ...fields, anchors: fields.anchors.map(anchorRef) };
  const document = new Document(stored, { aliasDuplicateObjects: false });
  // People read this file, and refs and anchors are for machines: one line each.
  const supersedes = document.get('supersedes', true);
  if (isSeq(supersedes)) supersedes.flow = true;
  const anchors = document.get('anchors', true);
  if (isSeq(anchors)) for (const item of anchors.items) if (isMap(item)) item.flow = true;
  return `---\n${document.toString({ lineWidth: 0, flowCollectionPadding: false })}---\n${markdown}`;
}

export async function decodeEntry(text: string): Promise<StoredEntryText> {
  const split = splitFrontMatter(text);
  if (split === undefined) return { markdown: text, fields: {} };
  const yaml = await parseYaml(split.yaml);
  const fields = yaml.ok ? readFields(yaml.value) : undefined;
  return fields === undefined ? { markdown: text, fields: {} } : { markdown: split.markdown, fields };
}

function splitFrontMatter(text: string): { yaml: string; markdown: string } | undefined {
  const opening = /^\ufeff?---[ \t]*\r?\n/.exec(text);
  if (opening === null) return undefined;
  const rest = text.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (closing === null || closing.index > LONGEST_FRONT_MATTER) return undefined;
  return {
    yaml: rest.slice(0, closing.index).replaceAll('\r\n', '\n'),
    markdown: rest.slice(closing.index + closing[0].length),
  };
}

/** Undefined if a key is not ours or a value has the wrong form. */
function readFields(value: unknown): StoredFields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields: StoredFields = {};
  for (const [key, given] of Object.entries(value)) {
    if (key === 'type' && isEntryType(given)) fields.type = given;
    else if (key === 'module' && isModule(given)) fields.module = given;
    else if (key === 'supersedes' && isList(given, isRef)) fields.supersedes = given.map(String);
    else if (key === 'anchors' && isList(given, isRecord)) fields.anchors = given.flatMap(anchorOrNone);
    else return undefined;
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Skips an anchor of another version: it cannot be resolved, and the rest of the entry is readable without it. */
function anchorOrNone(value: Record<string, unknown>): StoredAnchor[] {
  const anchor = isAnchorRef(value) ? value : readAnchor(value);
  return anchor ? [anchor] : [];
}

function isEntryType(value: unknown): value is EntryType {
  return ENTRY_TYPES.some((type) => type === value);
}

function isModule(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_MODULE && !/[\r\n]/.test(value);
}

/** People write 12 without quotes, which YAML reads as a number. */
function isRef(value: unknown): value is string | number {
  return typeof value === 'string'
    ? /^\S{1,200}$/.test(value)
    : Number.isSafeInteger(value) && Number(value) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.length <= MOST_ITEMS && value.every(isItem);
}
