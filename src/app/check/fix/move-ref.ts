/** A ref of a draft follows its code, through the tool that owns packs: its lock, its revision, its anchor. */
import type { PacksArea } from '../../../areas/packs/index.ts';
import { AppError } from '../../../core/errors.ts';

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
  packs: Pick<PacksArea, 'tools'>,
  { pack, section, ref, place }: RefMove,
  signal: AbortSignal,
): Promise<void> {
  const input = packs.tools.find(({ name }) => name === 'input');
  const run = async (args: Record<string, unknown>) => {
    const parsed = input?.parse(args);
    if (input === undefined || !parsed?.ok)
      throw new AppError('internal', 'internal_error', 'The tool for packs rejected its own arguments.');
    return await input.handle(parsed.value, {
      requestId: 'check',
      signal,
      commandLine: true,
      progress: () => {},
    });
  };
  const revision = revisionOf(await run({ action: 'get', id: pack }));
  await run({
    action: 'upsert_ref',
    id: pack,
    expected_revision: revision,
    section_key: section,
    ref_key: ref,
    path: place.path,
    line_start: place.start,
    line_end: place.end,
  });
}

function revisionOf(answer: unknown): number | undefined {
  const payload = isRecord(answer) && isRecord(answer.payload) ? answer.payload : {};
  return typeof payload.revision === 'number' ? payload.revision : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
