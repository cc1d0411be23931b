/** The imports of a text, and whether they are all. */
import { asAppError } from '../../core/errors.ts';
import type { ImportReference } from '../../core/languages/index.ts';

export interface ImportsRead {
  references: readonly ImportReference[];
  /** Why there may be more imports than these. */
  problem: string | undefined;
}

/** Parsing is loaded with the first file that needs it. */
export async function readImports(
  path: string,
  text: string,
  options: { signal: AbortSignal | undefined },
): Promise<ImportsRead> {
  const { imports, stopReason } = await import('../../core/parsing/index.ts');
  try {
    const outcome = await imports(path, text, options);
    if (outcome.stopped !== undefined)
      return { references: [], problem: `Not parsed: ${stopReason(outcome.stopped)}` };
    const { references, errorLine } = outcome.value;
    return { references, problem: problemOf(path, errorLine) };
  } catch (thrown) {
    return { references: [], problem: asAppError(thrown).message };
  }
}

/** Macros make good C unreadable to a parser that does not expand them; its errors say nothing there. */
const MACROS = /\.([ch]|cc|cpp|cxx|hh|hpp|hxx|inl|mm?)$/i;

function problemOf(path: string, line: number | undefined): string | undefined {
  if (line === undefined) return undefined;
  return MACROS.test(path) ? undefined : `Syntax error at line ${line}`;
}
