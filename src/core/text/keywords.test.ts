import { expect, test } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { symbolHints } from './index.ts';
import { keywords } from './keywords.ts';

test('stop words and short words are no keywords', () => {
  expect(keywords('How does the retry of a failed upload work?', 8)).toEqual(['retry', 'failed', 'upload']);
});

test('identifiers stay whole, each once, in order, and no more than asked for', () => {
  expect(
    keywords('AuthService.refresh calls token_store; AuthService.refresh must not leak Token', 3),
  ).toEqual(['AuthService.refresh', 'calls', 'token_store']);
});

test('words of other scripts count', () => {
  expect(keywords('проверка 認証処理 прав', 8)).toEqual(['проверка', '認証処理', 'прав']);
});

test('a prompt of stop words alone has none', () => {
  expect(keywords('what is this and how does it do that?', 8)).toEqual([]);
});

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
