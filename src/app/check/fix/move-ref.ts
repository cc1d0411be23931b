/** A ref of a draft follows its code, through the area that owns packs: its lock, its revision, its anchor. */
import type { PacksArea } from '../../../areas/packs/index.ts';

export interface NewPlace {
  path: string;
  start: number;
  end: number;
}

export interface RefMove {
  pack: string;
  section: string;
  ref: string;
  place: NewPlace;
}

export async function moveRef(
  packs: Pick<PacksArea, 'change'>,
  { pack, section, ref, place }: RefMove,
  signal: AbortSignal,
): Promise<void> {
  const { revision } = (await packs.change({ action: 'get', id: pack }, signal)).payload;
  await packs.change(
    {
      action: 'upsert_ref',
      id: pack,
      expected_revision: typeof revision === 'number' ? revision : undefined,
      section_key: section,
      ref_key: ref,
      path: place.path,
      line_start: place.start,
      line_end: place.end,
    },
    signal,
  );
}
