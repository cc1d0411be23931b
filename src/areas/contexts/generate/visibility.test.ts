import { expect, test } from 'vitest';
import type { OutlineSymbol } from '../../../core/languages/index.ts';
import { outerSymbols } from './visibility.ts';

const symbol = (name: string, kind: string, parentSymbol: string | null = null): OutlineSymbol => ({
  name,
  kind,
  parentSymbol,
  signature: name,
  startLine: 1,
  endLine: 1,
  scopeKind: 'module',
  isConditional: false,
  declContext: null,
});

test('what stands at the top, or in what only holds others together there, is outer', () => {
  const symbols = [
    symbol('Shop', 'namespace'),
    symbol('Shop.Till', 'class', 'Shop'),
    symbol('Shop.Till.open', 'method', 'Shop.Till'),
    // A class of the same name does not close the namespace.
    symbol('Shop', 'class'),
    symbol('main', 'function'),
    symbol('Till', 'impl'),
  ];
  expect(outerSymbols(symbols).map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    'class Shop.Till',
    'class Shop',
    'function main',
  ]);
});

test('a name is looked at twice at most, however many there are', () => {
  let looks = 0;
  const symbols = Array.from({ length: 500 }, (_, at) => {
    const one = symbol(`Shop.part${at}`, 'function', 'Shop');
    return Object.defineProperty(one, 'name', { get: () => looks++ });
  });
  outerSymbols(symbols);
  expect(looks).toBeLessThanOrEqual(2 * symbols.length);
});
