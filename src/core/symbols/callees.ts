/** What a declaration calls. */
import { type FileFacts, ROLES } from '../facts/index.ts';
import { lineAt } from './lines.ts';
import { type DeclarationRef, keyOf, type Meaning } from './meaning.ts';
import type { SymbolSession } from './symbol-session.ts';

export interface Callee {
  meaning: Meaning;
  name: string;
  /** Of the first call. */
  line: number;
  count: number;
}

/** In the order of its text; each once, with how often. */
export async function calleesOf(session: SymbolSession, symbol: DeclarationRef): Promise<Callee[]> {
  const read = await session.file(symbol.path);
  if (read?.facts === undefined) return [];
  const { facts } = read;
  await session.open();
  const inside = insideOf(facts, symbol.index);
  const found = new Map<string, Callee>();
  for (let token = 0; token < facts.tokenStarts.length; token++) {
    const role = ROLES[facts.tokenRoles[token] ?? 0];
    if ((role !== 'call' && role !== 'decorator') || !inside.has(facts.tokenEnclosing[token] ?? -1)) continue;
    const [meaning = { is: 'unknown' } as const] = await session.resolver.meaning(
      symbol.path,
      facts.tokenRefs[token] ?? -1,
    );
    const name = facts.names[facts.tokenNames[token] ?? 0] ?? '';
    const key =
      'path' in meaning ? keyOf(meaning) : `${meaning.is} ${meaning.is === 'external' ? meaning.name : name}`;
    const known = found.get(key);
    if (known !== undefined) known.count++;
    else found.set(key, { meaning, name, line: lineAt(read, facts.tokenStarts[token] ?? 0), count: 1 });
  }
  return [...found.values()];
}

/** The declaration itself and all inside of it. */
function insideOf(facts: FileFacts, index: number): Set<number> {
  const inside = new Set([index]);
  // Declarations come after the ones around them.
  for (const [at, { parent }] of facts.declarations.entries()) if (inside.has(parent)) inside.add(at);
  return inside;
}
