/** The kinds of options: how a raw value (text from a flag or variable, or a TOML value) is parsed. */

export type Parsed<T> = { ok: true; value: T } | { ok: false; allowed: string };

export interface Option<T> {
  /** Key in repo_mcp.toml as `table.key`; absent if the repository, which is untrusted, must not set it. */
  file?: string;
  env?: string;
  /** Flag without dashes; the first is the name, the rest are aliases. */
  flags: readonly string[];
  /** What the value looks like in --help. */
  placeholder: string;
  doc: string;
  /** For the docs; the value itself may depend on the root. */
  defaultText: string;
  fallback: T;
  repeatable: boolean;
  /** What completions offer; several, separated by commas, if `list`. */
  values?: readonly string[];
  list?: boolean;
  parse(raw: unknown): Parsed<T>;
}

interface Naming {
  file?: string;
  env?: string;
  flags: readonly string[];
  doc: string;
}

export function integer(naming: Naming & { fallback: number; min: number; max: number }): Option<number> {
  const { fallback, min, max, ...names } = naming;
  const allowed = `a whole number from ${min} to ${max}`;
  return {
    ...names,
    fallback,
    placeholder: 'N',
    defaultText: String(fallback),
    repeatable: false,
    parse: (raw) => {
      const value = typeof raw === 'string' && /^[0-9]{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
      if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
        return { ok: false, allowed };
      return { ok: true, value };
    },
  };
}

export function choice<const V extends string>(
  naming: Naming & { fallback: NoInfer<V>; values: readonly V[] },
): Option<V> {
  const { fallback, values, ...names } = naming;
  return {
    ...names,
    fallback,
    placeholder: values.join('|'),
    values,
    defaultText: fallback,
    repeatable: false,
    parse: (raw) => {
      const value = values.find((each) => each === raw);
      return value === undefined ? { ok: false, allowed: values.join(', ') } : { ok: true, value };
    },
  };
}

/** One or more names, comma-separated; the module that uses them checks them. Empty if none is given. */
export function names(
  naming: Naming & { placeholder: string; defaultText: string },
): Option<readonly string[]> {
  return {
    ...naming,
    fallback: [],
    list: true,
    repeatable: false,
    parse: (raw) => {
      const value = wordsOf(raw);
      return value && value.length > 0 ? { ok: true, value } : { ok: false, allowed: 'one or more names' };
    },
  };
}

export function words(
  naming: Naming & { placeholder: string; defaultText: string },
): Option<readonly string[]> {
  return {
    ...naming,
    fallback: [],
    repeatable: true,
    parse: (raw) => {
      const value = wordsOf(raw);
      return value ? { ok: true, value } : { ok: false, allowed: 'a list of strings' };
    },
  };
}

export function text(
  naming: Naming & { placeholder: string; fallback: string; defaultText: string; values?: readonly string[] },
): Option<string> {
  return {
    ...naming,
    repeatable: false,
    parse: (raw) =>
      typeof raw === 'string' && raw !== '' && !raw.includes('\0')
        ? { ok: true, value: raw }
        : { ok: false, allowed: 'a text that is not empty' },
  };
}

function wordsOf(raw: unknown): string[] | undefined {
  if (typeof raw === 'string')
    return raw
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  if (Array.isArray(raw) && raw.every((each) => typeof each === 'string'))
    return raw.flatMap((each) => wordsOf(each) ?? []);
  return undefined;
}
