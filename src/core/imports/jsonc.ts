/** Values of configuration files: JSON with comments and trailing commas, of which nothing is taken for granted. */
import { lookUpInJson } from '../text/index.ts';

/** As tsconfig.json is written. Undefined if it is anything but an object. */
export async function parseJsonc(text: string): Promise<unknown> {
  const json = await lookUpInJson(text, []);
  return json.ok ? json.value : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
