/** What the kind and the name of a declaration say of it. */
import { folded } from '../../../core/text/index.ts';

const TYPES = new Set([
  'class',
  'interface',
  'struct',
  'trait',
  'protocol',
  'type',
  'enum',
  'record',
  'object',
  'actor',
  'module',
  'union',
  'type_alias',
  'data',
  'newtype',
]);

export function isType(kind: string): boolean {
  return TYPES.has(kind);
}

/** `HttpClient` in `http_client.rb`. */
export function isNamesake(name: string, file: string): boolean {
  return folded(file.replace(/\..*$/, '')) === folded(name);
}
