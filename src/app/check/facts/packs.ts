/** The stored packs, and where their refs are now. */
import type { Pack, Ref } from '../../../areas/packs/index.ts';
import { PACK_FOLDER } from '../../../areas/packs/index.ts';
import type { Resolution } from '../../../core/anchors/index.ts';
import type { Places } from '../../../core/places/index.ts';
import { splitLines } from '../../../core/text/index.ts';
import { isRefusal } from '../../../core/workspace/index.ts';
import type { FactParts } from './parts.ts';

export interface RefFacts {
  section: string;
  ref: Ref;
  /** Of the ref in the pack's file. */
  line: number;
  now: Resolution;
}

export type PackFacts =
  | { file: string; problem: { message: string; hint: string } }
  | { file: string; pack: Pack; refs: readonly RefFacts[] };

export async function readPacks(
  { services, packFolder, signal }: FactParts,
  places: Places,
): Promise<readonly PackFacts[]> {
  const found: PackFacts[] = [];
  for (const surveyed of await services.packs.survey(signal)) {
    const file = packFolder === undefined ? surveyed.file : `${packFolder}/${PACK_FOLDER}/${surveyed.file}`;
    if ('problem' in surveyed) {
      found.push({ file, problem: surveyed.problem });
      continue;
    }
    const { pack, text } = surveyed;
    const refs: RefFacts[] = [];
    for (const { key, refs: own } of pack.sections)
      for (const ref of own)
        refs.push({
          section: key,
          ref,
          line: lineOf(text, key, ref.key),
          now: await placeOf(ref, places),
        });
    found.push({ file, pack, refs });
  }
  return found;
}

async function placeOf(ref: Ref, places: Places): Promise<Resolution> {
  if (ref.anchor !== undefined) return await places.now(ref.anchor, ref.path);
  const page = await places.page(ref.path);
  if (isRefusal(page)) return { state: 'lost', confidence: 0, reason: page.reason };
  return ref.lines.end > page.lines.length
    ? { state: 'lost', confidence: 0, reason: `the file has only ${page.lines.length} lines` }
    : { state: 'fresh', confidence: 0, reason: 'it has no anchor' };
}

/** As we write them, a key stands in a line of its own; where people wrote otherwise, the file is pointed at. */
function lineOf(text: string, section: string, ref: string): number {
  const lines = splitLines(text);
  const keyAt = (key: string, from: number) =>
    lines.findIndex(
      (line, at) => at >= from && line.replace(/["']/g, '').trim().replace(/^- /, '') === `key: ${key}`,
    );
  const start = keyAt(section, 0);
  const at = start === -1 ? -1 : keyAt(ref, start + 1);
  return at === -1 ? 1 : at + 1;
}
