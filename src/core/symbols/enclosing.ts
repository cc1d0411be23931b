/** Which declaration a line is in: of one file by its facts, and of many places at once within a time. */
import { type FileFacts, hasFacts } from '../facts/index.ts';
import { isCallable, isLocal, isType } from './resolver/declared.ts';

type Declaration = FileFacts['declarations'][number];

/** The innermost declaration that holds the line and is no variable inside of a function, or -1. */
export function enclosingDeclaration(facts: FileFacts, line: number): number {
  const around = facts.declarations.flatMap((each, index) =>
    each.startLine <= line && line <= each.endLine && each.name !== '' && !isPlainLocal(each)
      ? [{ ...each, index }]
      : [],
  );
  let found = -1;
  let size = Number.POSITIVE_INFINITY;
  for (const each of around) {
    if (each.endLine - each.startLine > size || isSetIn(each, around)) continue;
    found = each.index;
    size = each.endLine - each.startLine;
  }
  return found;
}

/** A field that a method sets (`self.x = 1`) belongs to the class, but the line is one of the method. */
function isSetIn(each: Declaration, around: readonly Declaration[]): boolean {
  if (isCallable(each) || isType(each)) return false;
  return around.some((other) => isCallable(other) && other.parent === each.parent);
}

/** A variable or a type parameter of a function; not a class or a function inside of it. */
export function isPlainLocal(declaration: Declaration): boolean {
  const { kind } = declaration;
  return isLocal(declaration) && kind !== 'function' && (kind === 'type' || !isType(declaration));
}

export interface CodeLine {
  path: string;
  line: number;
}

/** By place: a name, null where there is none, undefined where the file was not parsed in time. */
export type NamesAround = (string | null | undefined)[];

/** The part of a session that is asked. */
interface Session {
  factsNow(path: string): Promise<FileFacts | undefined>;
  nameAround(path: string, line: number, known?: FileFacts): Promise<string | null | undefined>;
}

/** Parsed at the same time: enough for two threads never to wait. */
const AT_ONCE = 4;

/**
 * Puts the qualified name of the declaration around each place into `names`, as they become known: files that need neither be read
 * nor parsed first, and no new file is parsed when the session's time is up.
 */
export async function nameEnclosing(
  session: Session,
  places: readonly CodeLine[],
  names: NamesAround,
): Promise<void> {
  const byPath = new Map<string, number[]>();
  for (const [at, { path }] of places.entries()) {
    if (!hasFacts(path)) names[at] = null;
    else if (!byPath.get(path)?.push(at)) byPath.set(path, [at]);
  }
  const name = async (path: string, known?: FileFacts) => {
    for (const at of byPath.get(path) ?? [])
      names[at] = await session.nameAround(path, places[at]?.line ?? 0, known);
  };
  const left: string[] = [];
  for (const path of byPath.keys()) {
    const facts = await session.factsNow(path);
    if (facts === undefined) left.push(path);
    else await name(path, facts);
  }
  // All workers take from one iterator.
  const queue = left.values();
  const work = async () => {
    for (const path of queue) await name(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
