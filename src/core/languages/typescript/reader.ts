import type { TreeReader } from '../adapter.ts';
import { walkOutline } from '../outline-walk.ts';
import { ecmascriptImports } from './imports.ts';
import { ecmascriptRules } from './outline.ts';

export const ecmascriptReader: TreeReader = {
  symbols(root, source) {
    const { rules, keep } = ecmascriptRules();
    return keep(walkOutline(root, source, rules));
  },
  imports: ecmascriptImports,
};
