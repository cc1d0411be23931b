/** A draft from a bundle: one section a file, one ref a selection, the rationale as its reason. */
import { readAnchor } from '../../core/anchors/index.ts';
import type { Bundle, CodeReader } from './ports.ts';
import type { Ref, Section } from './types.ts';

/** Keys have at most 64 characters; some are left for a number that makes them unique. */
const MAX_SLUG = 56;

export async function sectionsOf(bundle: Bundle, code: CodeReader, warnings: string[]): Promise<Section[]> {
  const sections = new Map<string, Section & { refs: Ref[] }>();
  const keys = new Set<string>();
  for (const { path, startLine, endLine, rationale, anchor: stored } of bundle.selections) {
    const section = sections.get(path) ?? {
      key: unique(slug(path), keys),
      title: path,
      refs: [],
      diagrams: [],
    };
    sections.set(path, section);
    const key = unique(`lines-${startLine}-${endLine}`, new Set(section.refs.map((ref) => ref.key)));
    // The bundle is a file, which anybody may have written.
    const anchor = readAnchor(stored);
    const ref = { key, path, lines: { start: startLine, end: endLine }, ...(anchor && { anchor }) };
    const { state, reason } = await code.excerpt(ref);
    if (state !== 'fresh' && state !== 'moved')
      warnings.push(`${path}:${startLine}-${endLine} is not what the bundle contained: ${reason}`);
    section.refs.push(rationale.trim() === '' ? ref : { ...ref, why: rationale.trim() });
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
