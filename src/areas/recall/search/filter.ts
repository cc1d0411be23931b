/** Filters apply before ranking: what does not fit is never scored. */

import type { DiscoveryType, KnowledgeDocument } from '../knowledge-document.ts';
import { moduleOf } from '../place.ts';

export interface SearchFilter {
  type: DiscoveryType | 'all';
  /** The name of a module (a directory), or a path of directories. */
  module: string | undefined;
}

export function acceptsDocument({ type, module }: SearchFilter, document: KnowledgeDocument): boolean {
  if (type !== 'all' && document.type !== type) return false;
  return module === undefined || sameName(document.module ?? '', module);
}

/** Code has no type, so a search for one of the types does not look at it. */
export const wantsCode = ({ type }: SearchFilter) => type === 'all';

export function acceptsPath({ module }: SearchFilter, path: string): boolean {
  if (module === undefined) return true;
  const wanted = trimmed(module);
  return wanted.includes('/') ? path.startsWith(`${wanted}/`) : sameName(moduleOf(path), wanted);
}

/** So that the index looks at no other files. */
export function globOf({ module }: SearchFilter): string | undefined {
  if (module === undefined) return undefined;
  const literal = trimmed(module).replace(/[*?[\]{}!\\]/g, '?');
  return literal.includes('/') ? `${literal}/**` : `**/${literal}/*`;
}

const trimmed = (module: string) => module.replaceAll('\\', '/').replace(/^\.?\/+|\/+$/g, '');

function sameName(a: string, b: string): boolean {
  return trimmed(a).toLowerCase() === trimmed(b).toLowerCase();
}
