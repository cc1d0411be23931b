import type { TreeReader } from '../adapter.ts';
import { walkOutline } from '../outline-walk.ts';
import { SourceText } from '../source-text.ts';
import { ECMASCRIPT_COMMENTS } from './comments.ts';
import { ecmascriptImports } from './imports.ts';
import { ecmascriptRules } from './outline.ts';

export const ecmascriptReader: TreeReader = {
  symbols(root, source) {
    const { rules, keep } = ecmascriptRules();
    return keep(walkOutline(root, new SourceText(source, ECMASCRIPT_COMMENTS), rules));
  },
  imports: ecmascriptImports,
};
