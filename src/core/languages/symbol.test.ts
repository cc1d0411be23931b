import { expect } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { symbolHints } from './index.ts';

verifies(
  'repo:adapter:symbol-hints',
  'names written like code are taken from a question, plain words are not',
  () => {
    expect(symbolHints('Where does parseConfig call load_file() when HTTPServer starts?')).toEqual([
      'parseConfig',
      'load_file',
      'HTTPServer',
    ]);
    expect(symbolHints('why is `open` slow in Shop.sell and std::fs::read')).toEqual([
      'open',
      'Shop.sell',
      'std::fs::read',
    ]);
    expect(symbolHints('How do I add a new language to the README.md of this project?')).toEqual([]);
    expect(symbolHints('fix parseConfig, then parseConfig again')).toEqual(['parseConfig']);
    expect(symbolHints('')).toEqual([]);
  },
);
