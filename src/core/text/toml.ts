/** TOML as untrusted text. Everything in a repository that is TOML, and is read for its values, comes through here. */
import { isTomlTooDeep, MAX_NESTING, TOO_DEEP } from './nesting.ts';

export type ParsedToml = { ok: true; value: Record<string, unknown> } | { ok: false; problem: string };

export async function parseToml(text: string): Promise<ParsedToml> {
  if (isTomlTooDeep(text)) return { ok: false, problem: TOO_DEEP };
  const { parse, TomlError } = await import('smol-toml');
  try {
    return { ok: true, value: parse(text, { maxDepth: MAX_NESTING }) };
  } catch (thrown) {
    const at = thrown instanceof TomlError ? ` at line ${thrown.line}` : '';
    return { ok: false, problem: `not valid TOML${at}` };
  }
}
