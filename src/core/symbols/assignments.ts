/** Variables and constants at the top of a file or of a namespace in it, by the facts of that file alone. */
import type { FileFacts } from '../facts/index.ts';
import { holds } from './classify.ts';
import { isLocal } from './resolver/declared.ts';

export interface Assignment {
  /** With the namespaces around it, joined by dots. */
  name: string;
  kind: string;
  startLine: number;
  endLine: number;
}

type Declaration = FileFacts['declarations'][number];

const ASSIGNED = new Set(['variable', 'constant', 'field', 'object']);
const SPACES = new Set(['module', 'namespace', 'package']);

/** In order of lines. */
export function assignmentsIn(facts: FileFacts): Assignment[] {
  const { declarations, errors } = facts;
  // As its outline: a text that Python refuses declares nothing.
  if (facts.language === 'python' && errors.length > 0) return [];
  const enums = declarations.filter(({ kind }) => kind === 'enum');
  const found: Assignment[] = [];
  for (const each of declarations) {
    if (!ASSIGNED.has(each.kind) || each.owner !== -1 || isLocal(each)) continue;
    if (each.name === '' || holds(errors, each.at)) continue;
    const around = spacesAround(each, declarations);
    if (around === undefined || isWrittenIn(enums, each)) continue;
    const { kind, startLine, endLine } = each;
    found.push({ name: [...around, each.name].join('.'), kind, startLine, endLine });
  }
  return found.sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
}

/** The names of the namespaces that it is in, or undefined if it is in anything else. */
function spacesAround({ parent }: Declaration, declarations: readonly Declaration[]): string[] | undefined {
  const names: string[] = [];
  for (let around = declarations[parent]; around !== undefined; around = declarations[around.parent]) {
    if (!SPACES.has(around.kind)) return undefined;
    names.unshift(around.name);
  }
  return names;
}

/** The constants of a C enum have the scope around the enum. */
function isWrittenIn(enums: readonly Declaration[], { kind, startLine, endLine }: Declaration): boolean {
  if (kind !== 'constant') return false;
  return enums.some((each) => each.startLine <= startLine && endLine <= each.endLine);
}
