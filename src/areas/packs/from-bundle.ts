/** A draft from a bundle: one section a file, one ref a selection, the rationale as its reason. */
import { splitLines } from '../../core/text/index.ts';
import type { Bundle, CodeReader } from './ports.ts';
import type { Ref, Section } from './types.ts';

/** Keys have at most 64 characters; some are left for a number that makes them unique. */
const MAX_SLUG = 56;

export async function sectionsOf(bundle: Bundle, code: CodeReader, warnings: string[]): Promise<Section[]> {
  const sections = new Map<string, Section & { refs: Ref[] }>();
  const keys = new Set<string>();
  for (const { path, startLine, endLine, rationale, excerpt } of bundle.selections) {
    const lines = { start: startLine, end: endLine };
    const now = await code.lines(path, lines);
    const anchor = await code.anchor(path, lines);
    // Other code at these lines would carry a rationale that was given for what is gone.
    if (now?.join('\n') !== splitLines(excerpt).join('\n') || 'problem' in anchor) {
      warnings.push(`left out ${path}:${startLine}-${endLine}: it changed since the bundle was made`);
      continue;
    }
    const section = sections.get(path) ?? {
      key: unique(slug(path), keys),
      title: path,
      refs: [],
      diagrams: [],
    };
    sections.set(path, section);
    const refKeys = new Set(section.refs.map(({ key }) => key));
    const key = unique(`lines-${startLine}-${endLine}`, refKeys);
    section.refs.push({
      key,
      path,
      lines,
      anchor,
      ...(rationale.trim() === '' ? {} : { why: rationale.trim() }),
    });
  }
  return [...sections.values()];
}

function slug(path: string): string {
  const words = path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  // The end of a path says more than its beginning.
  const short = words.slice(-MAX_SLUG).replace(/^-+/, '');
  return short.length < 2 ? `file-${short}` : short;
}

function unique(key: string, taken: Set<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count++) free = `${key}-${count}`;
  taken.add(free);
  return free;
}
