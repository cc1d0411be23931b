/** JSON as untrusted text. Everything in a repository that is JSON comes through here. */
import { isJsonTooDeep, TOO_DEEP } from './nesting.ts';

export type ParsedJson = { ok: true; value: unknown } | { ok: false; problem: string };

/** A byte order mark before it is passed over. */
export function parseJson(text: string): ParsedJson {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (isJsonTooDeep(body)) return { ok: false, problem: TOO_DEEP };
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch {
    return { ok: false, problem: 'not valid JSON' };
  }
}
