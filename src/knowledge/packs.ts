/** The stored packs, and where the code of their references is now. */
import { PACK_FOLDER, type Pack, type PacksArea, type Ref } from '../areas/packs/index.ts';
import type { Resolution } from '../core/anchors/index.ts';
import type { Places } from '../core/places/index.ts';
import { splitLines } from '../core/text/index.ts';
import { isRefusal } from '../core/workspace/index.ts';
import type { PackPlace } from './links.ts';

export interface RefFacts extends PackPlace {
  /** Of the reference in the pack's file. */
  line: number;
}

export type PackFacts =
  | { file: string; problem: { message: string; hint: string } }
  | { file: string; pack: Pack; refs: readonly RefFacts[] };

export async function readPacks(
  packs: Pick<PacksArea, 'survey'>,
  packFolder: string | undefined,
  places: Places,
  signal: AbortSignal,
): Promise<readonly PackFacts[]> {
  const found: PackFacts[] = [];
  for (const surveyed of await packs.survey(signal)) {
    const file = packFolder === undefined ? surveyed.file : `${packFolder}/${PACK_FOLDER}/${surveyed.file}`;
    if ('problem' in surveyed) {
      found.push({ file, problem: surveyed.problem });
      continue;
    }
    const { pack, text } = surveyed;
    const refs: RefFacts[] = [];
    for (const section of pack.sections)
      for (const ref of section.refs)
        refs.push({
          pack,
          section,
          ref,
          line: lineOf(text, section.key, ref.key),
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

/** As we write them, a key is in a line of its own; where people wrote otherwise, line 1. */
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
