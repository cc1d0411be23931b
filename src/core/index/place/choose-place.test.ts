import { describe, expect, test } from 'vitest';
import { AskedTerms } from './asked-terms.ts';
import { choosePlaces } from './choose-place.ts';
import { isHead } from './code-lines.ts';

const HEAD = [
  '# Licensed to whoever reads this',
  '',
  'import retry',
  'from upload import (',
  '    part,',
  ')',
];
const CODE = ['def send():', '    for part in parts:', '        upload(part)', '    return True'];
const ASKED = new AskedTerms(
  new Map([
    ['upload', 2],
    ['part', 1],
  ]),
);
const lines = [...HEAD, ...CODE];
const head = { startLine: 1, endLine: 6, score: 1 };
const code = { startLine: 7, endLine: 10, score: 0.8 };

describe('the place that is shown', () => {
  test('is not the head of a file if another is nearly as good', () => {
    expect(choosePlaces(lines, false, ASKED, [head, code])).toEqual([code, head]);
  });

  test('is the head if nothing else comes close', () => {
    expect(choosePlaces(lines, false, ASKED, [head, { ...code, score: 0.3 }])[0]).toEqual(head);
    expect(choosePlaces(lines, false, ASKED, [head])).toEqual([head]);
  });

  test('is not the head where the words are in the path alone', () => {
    const none = [head, code].map((place) => ({ ...place, score: 0 }));
    expect(choosePlaces(lines, false, ASKED, none)[0]?.startLine).toBe(7);
  });

  test('is not one that has the words in its imports alone', () => {
    const mixed = ['import upload, part', 'x = 1', 'y = 2', 'z = 3', ...CODE];
    const imports = { startLine: 1, endLine: 4, score: 1 };
    const calls = { startLine: 5, endLine: 8, score: 0.6 };
    expect(choosePlaces(mixed, false, ASKED, [imports, calls])[0]).toEqual(calls);
  });

  test('may be any part of prose', () => {
    expect(choosePlaces(lines, true, ASKED, [head, code])[0]).toEqual(head);
  });
});

test.each([
  ['Python', HEAD, true],
  ['code', CODE, false],
  ['C', ['/* licence', ' * text', ' */', '#include <stdio.h>', '#include "a.h"'], true],
  ['macros', ['#define A 1', '#define B 2', '#if A', '#endif'], false],
  ['Rust', ['use std::io;', 'pub use crate::a::{', '    B,', '};'], true],
  ['Go', ['package main', 'import "fmt"'], true],
  ['TypeScript', ["import a from 'a';", "export { b } from './b.ts';"], true],
  ['exports', ['export const a = 1;', 'export function b() {}'], false],
])('a head is told from code: %s', (_, text, expected) => {
  expect(isHead(text)).toBe(expected);
});
