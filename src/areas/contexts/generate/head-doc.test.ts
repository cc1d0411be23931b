import { expect, test } from 'vitest';
import { headDoc } from './head-doc.ts';

test.each([
  [
    'a.py',
    'python',
    '#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n"""Sends mail to people.\n\nMore."""\nimport os\n',
    'Sends mail to people.',
  ],
  [
    'a.ts',
    'typescript',
    '/** Keeps the books in order. */\nimport x from "x";\n',
    'Keeps the books in order.',
  ],
  [
    'a.ts',
    'typescript',
    '// Copyright 2020 Somebody\n// Licensed under MIT\n\n// Keeps the books in order.\nexport {};\n',
    'Keeps the books in order.',
  ],
  [
    'a.go',
    'go',
    '// Copyright 2020\n\n// Package mail sends letters\n// to everyone.\npackage mail\n',
    'Package mail sends letters to everyone.',
  ],
  [
    'a.rs',
    'rust',
    '#![allow(\n    clippy::all,\n)]\n\n//! A queue for many senders.\n//!\n//! # Examples\n',
    'A queue for many senders.',
  ],
  [
    'a.ex',
    'elixir',
    'defmodule A do\n  @moduledoc """\n  Talks to sockets and channels.\n  """\nend\n',
    'Talks to sockets and channels.',
  ],
  [
    'a.c',
    'c',
    '/* Keeps keys in many tables\n * This file holds all of it.\n */\n#include "a.h"\n',
    'Keeps keys in many tables.',
  ],
  [
    'a.h',
    'c',
    '#ifndef A_H\n#define A_H\n\n#include "b.h"\n\n/*\n * This module hands out pages.\n */\n\nvoid a(void);\n',
    'This module hands out pages.',
  ],
  [
    'a.py',
    'python',
    '"""\nDates as PHP writes them\nSee the manual for the formats.\n"""\n',
    'Dates as PHP writes them.',
  ],
  [
    'a.conf',
    'ini',
    '\n# By default nobody may come in. Only friends\n# may do so.\nmode no\n',
    'By default nobody may come in.',
  ],
  ['a.lua', 'lua', '--[[\nKeeps lists as others do.\n--]]\nlocal a\n', 'Keeps lists as others do.'],
  ['a.sh', 'bash', '#!/bin/sh\n# Builds the release files.\nset -e\n', 'Builds the release files.'],
  ...[
    ['a.erl', 'erlang', '%%% Keeps the books.\n-module(a).\n'],
    ['a.erl', 'erlang', '%% Copyright 2020 Somebody\n\n%% @doc Keeps the books.\n-module(a).\n'],
    ['a.hs', 'haskell', '{- Keeps the books. -}\nmodule A where\n'],
    ['a.hs', 'haskell', '{-# LANGUAGE GADTs #-}\n{-|\nKeeps the books.\n-}\nmodule A where\n'],
    ['a.hs', 'haskell', '{- |\nModule : A\nKeeps the books.\n-}\nmodule A where\n'],
    ['a.hs', 'haskell', '-- | Keeps the books.\nmodule A where\n'],
    ['a.tex', 'latex', '% Keeps the books.\n\\documentclass{a}\n'],
    ['a.ml', 'ocaml', '(* Copyright 2020 *)\n\n(** Keeps the books. *)\n\nlet a = 1\n'],
    ['a.ml', 'ocaml', '(*\n * Keeps the books.\n *)\nlet a = 1\n'],
    ['a.fs', 'fsharp', '(* Keeps the books. *)\nmodule A\n'],
    ['a.vb', 'vb', "' Copyright 2020\n\n' Keeps the books.\nModule A\n"],
    ['a.vim', 'vim', '" Keeps the books\n" Maintainer: Somebody\nset nu\n'],
    ['a.ps1', 'powershell', '<# Keeps the books. #>\nparam()\n'],
    ['a.ps1', 'powershell', '<#\n.SYNOPSIS\n  Keeps the books.\n.DESCRIPTION\n  Much more.\n#>\nparam()\n'],
    ['a.rb', 'ruby', '=begin\nKeeps the books.\n=end\nclass A\nend\n'],
    ['a.php', 'php', '<?php /** Keeps the books. */\nclass A {}\n'],
    ['a.pas', 'pascal', '{ Keeps the books. }\nunit A;\n'],
    ['a.f90', 'fortran', '!> Keeps the books.\nprogram a\n'],
    ['a.bat', 'batch', '@echo off\nREM Keeps the books.\ncd\n'],
    ['a.cmake', 'cmake', '#[[ Keeps the books. ]]\nset(X 1)\n'],
    ['a.nim', 'nim', '#[ Keeps the books. ]#\nlet x = 1\n'],
    ['a.lisp', 'commonlisp', '#| Keeps the books. |#\n(x)\n'],
  ].map((row) => [...row, 'Keeps the books.']),
])('%s (%s): its head is found', (path, language, text, sentence) => {
  expect(headDoc(path, text, language).sentence).toBe(sentence);
});

test.each([
  [
    'a dedication',
    'hdr.h',
    'c',
    '/**\n * hdr.h\n * Written by Ann Bee and released to the public domain\n */\n\nint a;\n',
  ],
  [
    'an origin',
    'list.py',
    'python',
    '# Portions of this code are derived from shop-extensions (MIT):\n\nimport json\n',
  ],
  [
    'a list of authors',
    'float.h',
    'cpp',
    '// float by Ann Bee\n// float by Cee Dee\n//\n// with contributions from Eff Gee\n\nint a;\n',
  ],
  [
    'a source',
    'archive.py',
    'python',
    '"""\nBased on "python-archive" -- https://example.invalid/\n"""\nimport os\n',
  ],
  [
    'a licence',
    'a.php',
    'php',
    '<?php\n\n/*\n * This file is part of the Shop package.\n *\n * (c) Some Body\n *\n * For the full copyright and license information, see LICENSE.\n */\nclass A {}\n',
  ],
  ['a directive', 'a.ts', 'typescript', '/* eslint-disable no-console, no-alert */\nexport {};\n'],
  ['a remark on the next line', 'a.rb', 'ruby', '# external dependencies\nrequire "x"\n'],
  ['a remark in Rust', 'a.rs', 'rust', '// Currently rust warns about this unsafe block.\n#![allow(x)]\n'],
  [
    'an include',
    'a.c',
    'c',
    '/* Copyright 2020 */\n#include "lzf.h"  /* LZF compression library */\n\nint a;\n',
  ],
  [
    'a constant',
    'a.c',
    'c',
    '#include "a.h"\n#define SAME (1 << 1)  /* Same fields as master entry. */\n\nint a;\n',
  ],
  [
    'what follows the includes',
    'a.c',
    'c',
    '#include "a.h"\n\n/* Counts the requests since the last one. */\nstatic int a;\n',
  ],
  [
    'a heading over a part',
    'a.c',
    'c',
    '#include "a.h"\n\n/*----------------\n * Level of the API\n *----------------*/\n\nint a;\n',
  ],
  [
    'a name with its address',
    'a.php',
    'php',
    '<?php\n\n/**\n * Slim Framework (https://slimframework.com)\n *\n * @license MIT\n */\n\nclass A {}\n',
  ],
  [
    'a licence by its address',
    'a.cs',
    'csharp',
    '/*\n License: http://example.org/LICENSE-2.0\n Home page: https://example.org/a\n*/\nclass A {}\n',
  ],
  ['what is behind code', 'a.ml', 'ocaml', 'let a = 1 (* Counts all of the requests. *)\n'],
  ['what is behind code', 'a.erl', 'erlang', '-module(a). % Counts all of the requests.\n'],
  ['what is below code', 'a.vb', 'vb', "Module A\n' Counts all of the requests.\n"],
  ['a ruler', 'a.ts', 'typescript', '///////////////// TYPES /////////////////\nexport {};\n'],
  [
    'code first',
    'a.ts',
    'typescript',
    'export const a = 1;\n/** About something further down. */\nexport const b = 2;\n',
  ],
])('%s is not what the file is for', (_, path, language, text) => {
  expect(headDoc(path, text, language).sentence).toBeUndefined();
});

test('a file that a program made says so', () => {
  expect(headDoc('a.go', '// Code generated by protoc. DO NOT EDIT.\npackage a\n', 'go').generated).toBe(
    true,
  );
  expect(
    headDoc('a.go', '// Package a makes code.\npackage a\nvar x = "do not edit"\n', 'go').generated,
  ).toBe(false);
});

test('a long head of comments with the line ends of Windows is read at once', () => {
  const head = '# All rights reserved.\r\n'.repeat(200);
  expect(headDoc('a.py', `${head}import os\r\n`, 'python').sentence).toBeUndefined();
  expect(headDoc('a.py', `${head}\r\n"""Sends mail to people."""\r\n`, 'python').sentence).toBe(
    'Sends mail to people.',
  );
});
