/** Names of PHP: by namespace and `use`, as written in code and in doc comments. */
import type { FactsBuilder } from '../../builder.ts';
import { methodName } from '../../facts.ts';

/** By local name: what `use` says it is. */
const aliases = new WeakMap<FactsBuilder, Map<string, string>>();

export function setAlias(facts: FactsBuilder, local: string, full: string): void {
  const known = aliases.get(facts) ?? new Map<string, string>();
  known.set(local, full);
  aliases.set(facts, known);
}

export const lastSegment = (name: string) => name.slice(name.lastIndexOf('\\') + 1);

/** A class, constant or, with `isFunction`, function by its name as written: `A`, `A\B`, `\A\B`, `namespace\A`. */
export function named(facts: FactsBuilder, written: string, node: number, isFunction = false): number {
  const last = lastSegment(written);
  const name = isFunction ? methodName(last) : last;
  if (!written.includes('\\')) return facts.lookup(name, node);
  const specifier = fullName(facts, written);
  return facts.expression('import', facts.importOnce({ specifier, kind: 'use', imported: name }));
}

function fullName(facts: FactsBuilder, written: string): string {
  if (written.startsWith('\\')) return written.slice(1);
  const [first = '', ...rest] = written.split('\\');
  const inSpace = (name: string) => (facts.space === '' ? name : `${facts.space}\\${name}`);
  const start = first === 'namespace' ? facts.space : (aliases.get(facts)?.get(first) ?? inSpace(first));
  return [start, ...rest].filter((part) => part !== '').join('\\');
}

const OF_THE_LANGUAGE =
  /^(?:int|integer|float|double|string|bool|boolean|true|false|null|void|never|mixed|array|list|iterable|callable|object|resource|numeric|scalar|key-of|value-of|class-string|non-empty-\w+|positive-int)$/;

/** The type that a name means, which may be one of the words for the class around. */
export function typeNamed(facts: FactsBuilder, written: string, node: number): number {
  const around = facts.classAround(node);
  if (/^(?:self|static|\$this)$/i.test(written))
    return around < 0 ? -1 : facts.expression('declaration', around);
  if (OF_THE_LANGUAGE.test(written)) return facts.builtin(written);
  return /^\\?[A-Za-z_][\w\\]*$/.test(written) ? named(facts, written, node) : -1;
}

const TYPE = '([^\\s<{(]+(?:<[^\\n>]*>+)?(?:\\[\\])*(?:\\|[^\\s]+)?)';

/** The type that a doc comment right before a node gives after a tag, or -1. With a name: of that parameter. */
export function documentedType(facts: FactsBuilder, node: number, tag: string, name?: string): number {
  const { tree } = facts;
  if (node <= 0 || tree.type(node - 1) !== 'comment') return -1;
  const after = name === undefined ? '' : `\\s+(?:&|\\.\\.\\.)?\\$${name}(?!\\w)`;
  const [, written] = new RegExp(`@${tag}\\s+${TYPE}${after}`).exec(tree.of(node - 1)) ?? [];
  return written === undefined ? -1 : writtenType(facts, written, node);
}

/** `A|null`, `?A`, `A[]`, `array<string, A>`. */
function writtenType(facts: FactsBuilder, written: string, node: number): number {
  const [, inner] = /^\??[\w\\-]+<(?:[^<>]*,\s*)?([\w\\|]+)>(?:\|null)?$/.exec(written) ?? [];
  if (inner !== undefined) return listOf(facts, facts.instance(writtenType(facts, inner, node)));
  let type = -1;
  for (const part of written.replace(/^\?/, '').split('|').slice(0, 4)) {
    if (part === 'null' || part === 'false') continue;
    const isList = part.endsWith('[]');
    const one = typeNamed(facts, isList ? part.slice(0, -2) : part, node);
    type = facts.either(type, isList ? listOf(facts, facts.instance(one)) : one);
  }
  return type;
}

export function listOf(facts: FactsBuilder, element: number): number {
  const list = facts.builtin('array');
  return element < 0 ? list : facts.expression('applied', list, element);
}
