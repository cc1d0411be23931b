import type { TreeReader } from '../adapter.ts';
import { pythonImports } from './imports.ts';
import { pythonSymbols } from './outline.ts';
import { NotPython } from './syntax-tree.ts';

export const pythonReader: TreeReader = {
  symbols(root, { text }) {
    try {
      return root.hasError ? [] : pythonSymbols(root, text);
    } catch (error) {
      if (error instanceof NotPython) return [];
      throw error;
    }
  },
  imports: (root, { text }) => pythonImports(root, text),
};
