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

/** The part of a session that is asked. */
interface Session {
  around(path: string, line: number): Promise<{ qualifiedName: string } | undefined>;
  knownFirst(paths: readonly string[]): Promise<readonly string[]>;
}

/** Parsed at the same time: enough for two threads never to wait. */
const AT_ONCE = 4;

/**
 * Puts the qualified name of the declaration around each place into `names`, as they become known: files that need no parsing
 * first, and no new file is parsed when the session's time is up. A place at the top of a file, or in a file that cannot be
 * read, gets none.
 */
export async function nameEnclosing(
  session: Session,
  places: readonly CodeLine[],
  names: (string | undefined)[],
): Promise<void> {
  const paths = [...new Set(places.map(({ path }) => path))].filter(hasFacts);
  const queue = [...(await session.knownFirst(paths))];
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift())
      for (const [at, place] of places.entries())
        if (place.path === path) names[at] = (await session.around(path, place.line))?.qualifiedName;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
