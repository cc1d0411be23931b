/** The documentation of a source file: its docstring, or the comment before its code. */
import { comments } from '../../../core/languages/index.ts';
import { splitLines } from '../../../core/text/index.ts';
import { firstSentence } from './prose.ts';

/** A comment further down is about a part of the file. */
const LAST_LINE = 60;
const HEAD = 12_000;
const LICENCE =
  /copyright|licen[sc]e(?:d? |:)|all rights reserved|spdx-|permission is hereby|redistribution and use|\(c\)\s|is part of the|this source code is (?:licensed|governed)|authors?:|@author|@license/i;
/** About authors and origin, not about what the file does. */
const ORIGIN =
  /(?:released|dedicated) to the public domain|^portions of this\b|^based on\b|^(?:written|created|contributed) by\b|^\S+ by \p{Lu}\p{L}+ \p{Lu}|^with contributions from\b/iu;
const DIRECTIVE =
  /^(?:eslint|tslint|jshint|jslint|prettier|biome|istanbul|c8|v8|webpack|@ts-|ts-|@flow|@jsx|@prettier|@format|use strict|-\*-|vim?:|pylint|flake8|mypy|type:|ruff|noqa|isort|pyright|fmt:|go:|\+build|nolint|rubocop|frozen_string_literal|encoding|coding|shellcheck|region|#region|clang-format|NOLINT|swiftlint|swift-tools-version|ktlint|sourcery|phpcs|@phpstan|@psalm|@file:|!|deno-|jest-environment|@jest|@vitest|<reference|iwyu|language\s+[A-Z]\w+|options_\w+|pragma\b|include\b|this file is part of)/i;
/** A remark on the next lines, not on the file. */
const REMARK =
  /^(?:todo|fixme|xxx|hack|note|enable|disable|currently|needed|workaround|import|include|require|get|set|load|ensure|make sure|don't|do not|avoid|we|this (?:must|should|needs)|for|if|when|since|because|global|default|external|internal|allow|ignore|skip|see|https?:)\b/i;
const SHORT_PROSE = 3;
const LONG_PROSE = 5;
const GENERATED =
  /\b(?:(?:auto(?:matically)?[- ]?)?generated (?:by|from|file|code)|do not (?:edit|modify)|@generated|code generated)/i;
const PYTHON_DOCSTRING = /^(?:\uFEFF)?(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t]*[rRuU]?("""|'''|"|')([\s\S]*?)\1/;
/** In reStructuredText a row of one character underlines a title. */
const UNDERLINE = /^([=\-~^"'*#+_`:.])\1{2,}$/;
const UNDERLINES = /^([=\-~^"'*#+_`:.])\1{2,}$\n?/gm;
const OVERLINE = /^\s*([=\-~^"'*#+_`:.])\1{2,}\n/;
const ELIXIR_MODULEDOC = /@moduledoc\s+~?[sS]?("""|")\s*([\s\S]*?)\1/;

const PREPROCESSED = new Set(['c', 'cpp', 'objectivec', 'cuda']);
const MAY_PRECEDE =
  /^(?:$|\/\/|#|--|;|%|"|'use strict'|"use strict"|'use client'|<\?php|<!--|package\s|declare\(strict|namespace\s[\w\\]+;|module\s+[\w.]+\s*$|@echo off$)/;
const GUARD = /^\s*#\s*(?:ifndef\s+\w+|define\s+\w+|pragma\s+once)\s*$/;
/** A word that begins a sentence after a title line. */
const OPENING = /^(?:This|These|The|It|Here|There|We|You|Try|See|Each|Every|All)\b/;
const LONGEST_TITLE = 70;
/** Tags of Erlang and PowerShell before a description. */
const HELP_TAG = /^(?:@doc|\.SYNOPSIS|\.DESCRIPTION)\b\s*/i;
/** A line of the header table in Vim and Haskell files. */
const FIELD =
  /^(?:(?:language|maintainer|last change|stability|portability)\s*:.*|(?:module|url|version)\s*:\s*\S+)$/i;

export interface HeadDoc {
  sentence: string | undefined;
  /** The file says that a program made it. */
  generated: boolean;
}

export function headDoc(path: string, text: string, language: string): HeadDoc {
  const generated = GENERATED.test(
    splitLines(text.slice(0, 2000)).slice(0, 12).filter(isCommentLine).join('\n'),
  );
  const inner = language === 'rust' ? innerDoc(text) : docString(text, language);
  // In Rust any other comment at the top is about the lines below it.
  const sentence = inner ?? (language === 'rust' ? undefined : leadingComment(path, text, language));
  return { sentence, generated };
}

/** `//!` lines, also after attributes. */
function innerDoc(text: string): string | undefined {
  const lines: string[] = [];
  for (const line of splitLines(text.slice(0, HEAD))) {
    const doc = /^\s*\/\/!\s?(.*)$/.exec(line)?.[1];
    if (doc !== undefined) lines.push(doc.replace(/^#+\s.*$/, ''));
    else if (lines.length > 0) break;
  }
  return paragraphsOf(lines)
    .map(firstSentence)
    .find((sentence) => sentence !== undefined);
}

function docString(text: string, language: string): string | undefined {
  const pattern =
    language === 'python' ? PYTHON_DOCSTRING : language === 'elixir' ? ELIXIR_MODULEDOC : undefined;
  const doc = pattern?.exec(text)?.[2];
  const lines = splitLines(doc ?? '').map((line) => line.trim());
  // The text below a title says more than the title.
  const isTitleLine = (at: number) => UNDERLINE.test(lines[at + 1] ?? '') && !UNDERLINE.test(lines[at] ?? '');
  const body = lines.filter((_, at) => !isTitleLine(at)).join('\n');
  const sentenceIn = (text: string) => firstSentence(paragraphsOf(splitLines(firstParagraph(text)))[0] ?? '');
  const sentence =
    sentenceIn(body.replace(UNDERLINES, '\n')) ?? sentenceIn(lines.join('\n').replace(OVERLINE, ''));
  return sentence !== undefined && ORIGIN.test(sentence) ? undefined : sentence;
}

/** The first comment with prose before the code. */
function leadingComment(path: string, text: string, language: string): string | undefined {
  // Most languages treat a shebang as a comment; skip it.
  const head = text.slice(0, HEAD).replace(/^#!.*/, '');
  const lines = splitLines(head);
  let block: string[] = [];
  let expected = 0;
  const commented = new Set<number>();
  const blocks: string[][] = [];
  for (const { startLine, endLine, text: comment } of comments(path, head)) {
    if (startLine > LAST_LINE || hasCodeBefore(lines, startLine, commented)) break;
    // Some comments begin with the line end before them.
    const first = startLine - 1 + (/^\n*/.exec(comment)?.[0].length ?? 0);
    // A comment at the end of a line is about that line, and one below the includes is about what follows.
    if (!beginsLine(lines[first] ?? '', comment)) continue;
    for (let line = first; line < endLine; line++) commented.add(line);
    if (PREPROCESSED.has(language) && !isOwnComment(lines, first, endLine, comment)) continue;
    if (startLine !== expected && block.length > 0) {
      blocks.push(block);
      block = [];
    }
    block.push(...stripMarks(withoutRareMarks(comment)));
    expected = endLine + 1;
  }
  if (block.length > 0) blocks.push(block);
  for (const each of blocks) {
    const prose = proseOf(each);
    const sentence = prose === undefined ? undefined : firstSentence(prose);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** Package clauses, shebangs, preprocessor guards and the like may precede the comment. */
function hasCodeBefore(lines: readonly string[], line: number, commented: ReadonlySet<number>): boolean {
  return lines.slice(0, line - 1).some((each, at) => !commented.has(at) && !MAY_PRECEDE.test(each.trim()));
}

function beginsLine(line: string, comment: string): boolean {
  const [first = ''] = splitLines(comment.trimStart());
  return line.replace(/^\s*(?:<\?php\s+)?/, '').startsWith(first);
}

/** Whether there is a preprocessor directive other than a header guard. */
function hasDirective(lines: readonly string[], end: number): boolean {
  return lines.slice(0, end).some((line) => /^\s*#/.test(line) && !GUARD.test(line));
}

/** In C: a comment above all directives, or one that a blank line follows and that is no heading of a section. */
function isOwnComment(lines: readonly string[], first: number, end: number, comment: string): boolean {
  if (/^\s*#/.test(lines[first] ?? '')) return false;
  if (!hasDirective(lines, first)) return true;
  let next = end;
  while (/^\s*\/\//.test(lines[next] ?? '')) next++;
  return (lines[next] ?? '').trim() === '' && !/[-=*]{10}/.test(comment);
}

function isCommentLine(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|#|--|;|<!--|"""|''')/.test(line);
}

/** Comment marks that few languages have and that may be plain text in others; each with its end. */
const RARE_MARKS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^\(\*+/, /\*+\)$/],
  [/^<#+/, /#+>$/],
  [/^=begin\b.*/, /^=end\b.*$/m],
  [/^\{(?!-)/, /\}$/],
  [/^#\[+(?=\s)/, /\]+#?$/],
  [/^#\|/, /\|#$/],
  [/^(?:"|'+|!+[<>]?|rem\b|::+)/i, /$/],
];

function withoutRareMarks(comment: string): string {
  const text = comment.trim();
  const [begin, end] = RARE_MARKS.find(([mark]) => mark.test(text)) ?? [];
  return begin === undefined || end === undefined ? comment : text.replace(begin, '').replace(end, '');
}

/** The lines of a comment without its marks. */
export function stripMarks(comment: string): string[] {
  return splitLines(comment).map((line) =>
    line
      .replace(
        /^\s*(?:\/\*+!?|\/{2,}!?<?|#+!?|--+(?:\[=*\[| ?\|)?|;+|%+|\{-+(?: ?\||#)?|<!--+|"{3}|'{3}|\*+(?!\/)(?=\s|$|[^*/]))?/,
        '',
      )
      .replace(/\s*(?:\*+\/|#?-+\}|--+>|(?:--)?\]=*\])\s*$/, '')
      .trim(),
  );
}

/** The first paragraph that is neither licence nor directive, up to a tag. */
function proseOf(lines: readonly string[]): string | undefined {
  const paragraphs = paragraphsOf(lines);
  const isLegal = (paragraph: string) => LICENCE.test(paragraph) || ORIGIN.test(paragraph);
  if (paragraphs.slice(0, 4).some(isLegal)) {
    // What follows a licence in the same comment is the rest of the licence.
    const first = paragraphs.findIndex(isLegal);
    return paragraphs.slice(0, first).find(isProse);
  }
  return paragraphs.find(isProse);
}

/** Whether a paragraph is a sentence about the file, not a heading or a remark on the next lines. */
function isProse(paragraph: string): boolean {
  const words = paragraph.replace(/\(?\bhttps?:\S+/g, '').split(/\s+/);
  const count = words.filter((word) => /\p{L}/u.test(word)).length;
  const least = /^[\p{Lu}`"'(]/u.test(paragraph) ? SHORT_PROSE : LONG_PROSE;
  return count >= least && !DIRECTIVE.test(paragraph) && !REMARK.test(paragraph);
}

function paragraphsOf(lines: readonly string[]): string[] {
  const paragraphs: string[] = [];
  let current: string[] = [];
  for (const line of [...lines, '']) {
    const text = line
      .replace(
        /^(?:@file(?:overview)?|@fileoverview|@module|@packageDocumentation|\\file|@brief|\\brief|@description|@summary)\b\s*[\w./-]*\s*[-:]?\s*/i,
        '',
      )
      .replace(HELP_TAG, '')
      .replace(/^[-=*#~_+]{3,}$/, '')
      .replace(FIELD, '');
    if (text === '' || /^[@\\]\w/.test(text)) {
      if (current.length > 0) paragraphs.push(current.join(' '));
      current = [];
      if (text !== '') break;
    } else {
      if (current.length === 1 && isTitle(current[0] ?? '') && OPENING.test(text)) {
        paragraphs.push(current.join(' '));
        current = [];
      }
      current.push(text);
    }
  }
  return paragraphs;
}

function isTitle(line: string): boolean {
  return line.length <= LONGEST_TITLE && /[\p{L}\p{N})]$/u.test(line);
}

export function firstParagraph(text: string): string {
  const [first = ''] = text.trim().split(/\r?\n[ \t]*(?:\r?\n|[-=~]{3,}[ \t]*\r?\n)/);
  return first;
}
