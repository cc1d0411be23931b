/** The imports of a text, parsed once for the same text. */
import { createHash } from 'node:crypto';
import { asAppError } from '../../core/errors.ts';
import type { ImportReference } from '../../core/languages/index.ts';

export interface ImportsRead {
  references: readonly ImportReference[];
  /** Why there may be more imports than these. */
  problem: string | undefined;
}

export type ImportReader = (path: string, text: string) => Promise<ImportsRead>;

/** Some kilobytes each. */
const MOST_KEPT = 500;

export function createImportReader(): ImportReader {
  /** The ones used longest ago come first. */
  const kept = new Map<string, ImportsRead>();
  return async (path, text) => {
    const key = `${path}\n${createHash('sha256').update(text).digest('base64')}`;
    const read = kept.get(key) ?? (await parse(path, text));
    kept.delete(key);
    kept.set(key, read);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return read;
  };
}

/** The parser is loaded with the first file that needs it. */
async function parse(path: string, text: string): Promise<ImportsRead> {
  const { errorLine, imports } = await import('../../core/languages/index.ts');
  try {
    const references = await imports(path, text);
    return { references, problem: problemOf(path, await errorLine(path, text)) };
  } catch (thrown) {
    return { references: [], problem: asAppError(thrown).message };
  }
}

/** Macros make good C unreadable to a parser that does not expand them; its errors say nothing there. */
const MACROS = /\.([ch]|cc|cpp|cxx|hh|hpp|hxx|inl|mm?)$/i;

function problemOf(path: string, line: number | undefined): string | undefined {
  if (line === undefined) return undefined;
  if (line === 0) return 'Parsing took too long';
  return MACROS.test(path) ? undefined : `Syntax error at line ${line}`;
}
