import { expect, test } from 'vitest';
import { expectLinear } from '../../../../tests/helpers/growth.ts';
import { readmeSentence, titleOf } from './readme.ts';

test.each([
  [
    'badges and a title',
    '# Shop\n\n[![ci](a)](b) ![x](y)\n\nAn honest shop for everybody. More.\n',
    'An honest shop for everybody.',
  ],
  [
    'a row of links',
    '<h1>Zod</h1>\n\n[Docs](a) • [Chat](b) • [X](c)\n\nZod is a validation library.\n',
    'Zod is a validation library.',
  ],
  [
    'its licences',
    'Despite the move to dual-licensing, parts remain open to everybody.\n\nRedistribution and use in source form are permitted to everybody.\n\nA shop for everybody.\n',
    'A shop for everybody.',
  ],
  [
    'its own state',
    'This is under active construction and not finished.\n\nA shop for everybody.\n',
    'A shop for everybody.',
  ],
  [
    'how to run it',
    'To run the tests, do this first.\n\n    $ cd tests\n\nTests of the whole framework, by area.\n',
    'Tests of the whole framework, by area.',
  ],
  [
    'reStructuredText',
    '======\nDjango\n======\n\n.. image:: x.png\n   :alt: y\n\nDjango is a web framework.\n',
    'Django is a web framework.',
  ],
  [
    'comments and fences',
    '<!-- hidden words about it -->\n```\ncode is not prose here\n```\nWhat it really is about.\n',
    'What it really is about.',
  ],
  [
    'news',
    "# Gin\n\n## 1.12\n\nWe're excited to announce the release of Gin 1.12!\n\n## What is it?\n\nGin is a quick web framework.\n",
    'Gin is a quick web framework.',
  ],
  [
    'a warning',
    '# Files\n\n⚠️ This is a work in progress ⚠️\n\nImplements the file system for others.\n',
    'Implements the file system for others.',
  ],
  [
    'the licence and how to add it',
    '# grep\n\nDual-licensed under MIT or the UNLICENSE.\n\nAdd this to your `Cargo.toml`:\n\nSearches lines of text quickly.\n',
    'Searches lines of text quickly.',
  ],
  [
    'where it is to be had',
    '# Dapper\n\nLocated at https://example.org/Dapper/releases\n\nMyGet Pre-release feed: https://example.org/feed\n\nMaps rows to objects for you.\n',
    'Maps rows to objects for you.',
  ],
  [
    'nothing in a sentence with a link in a line of its own,',
    '# Proto\n\nReads and writes JSON for\n[Protocol Buffers](https://example.org)\nand their friends.\n',
    'Reads and writes JSON for Protocol Buffers and their friends.',
  ],
  ['nothing but its title', '# grep\n\nRipgrep, as a library.\n', 'Ripgrep, as a library.'],
  [
    'what it says of itself',
    '# C\n\nThis Readme reflects the latest changes.\n\nA small client library in C.\n',
    'A small client library in C.',
  ],
  ...[
    'This document describes the protocol between both.',
    'The page lists everything that was ever released.',
    'This file is made by hand from the notes of all.',
    'Add it to the list of dependencies of your build.',
  ].map((line) => [`"${line}"`, `# C\n\n${line}\n\nA small client library.\n`, 'A small client library.']),
  ...[
    'The document database that scales with its users.',
    'The file watcher of the whole framework.',
    'This page builder makes pages out of blocks.',
    'Add it up: a calculator for the shell.',
  ].map((line) => ['nothing', `# C\n\n${line}\n`, line]),
])('past %s comes what it is', (_, text, sentence) => {
  expect(readmeSentence(text)).toBe(sentence);
});

test('a README of pictures says nothing', () => {
  expect(readmeSentence('# Title\n\n![a](b)\n')).toBeUndefined();
  expect(readmeSentence('')).toBeUndefined();
});

test('titles of Markdown, reStructuredText and front matter', () => {
  expect(titleOf('# The *title*\n', 'markdown')).toContain('title');
  expect(titleOf('Title\n=====\n', 'text')).toBe('Title');
  expect(titleOf('---\ntitle: "Front"\n---\nwords\n', 'markdown')).toBe('Front');
  expect(titleOf('# a comment\n', 'text')).toBeUndefined();
});

test.each(['<!--', '[a](', '```\n', '> ', '=\n'])(
  'a README of many %j takes time in proportion',
  async (piece) => {
    await expectLinear((pieces) => readmeSentence(piece.repeat(pieces)), 25_000);
  },
);
