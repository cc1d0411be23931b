/** The refs of all readable packs in one state, as problems. */
import type { Facts } from '../facts/facts.ts';
import type { PackFacts, RefFacts } from '../facts/packs.ts';
import type { Problem } from '../rule.ts';

export type PackWithRef = RefFacts & { pack: Extract<PackFacts, { pack: unknown }>['pack'] };

export async function refsInState<P extends Problem>(
  { packs }: Pick<Facts, 'packs'>,
  state: RefFacts['now']['state'],
  problem: (ref: PackWithRef) => Omit<P, 'file' | 'line' | 'related'>,
): Promise<(Omit<P, 'file' | 'line' | 'related'> & Pick<Problem, 'file' | 'line' | 'related'>)[]> {
  return (await packs()).flatMap((each) =>
    'problem' in each
      ? []
      : each.refs
          .filter(({ now }) => now.state === state)
          .map((ref) => ({
            ...problem({ ...ref, pack: each.pack }),
            file: each.file,
            line: ref.line,
            related: [ref.ref.path, ...(ref.now.path === undefined ? [] : [ref.now.path])],
          })),
  );
}

/** `auth-flow/section/ref`, by the name people gave the pack. */
export function refName({ pack, section, ref }: PackWithRef): string {
  return `${pack.name ?? pack.id}/${section}/${ref.key}`;
}

export function placeName({ path, lines }: PackWithRef['ref']): string {
  return `${path}:${lines.start}-${lines.end}`;
}
