/** Lines of code: as they are, or as a diff; with numbers, and with a mark in the gutter where something governs them. */

import type { LineMark } from '../../src/app/page/marks.ts';
import type { DiffLine } from '../../src/core/text/line-diff.ts';
import { highlighter, type Piece } from './highlight.ts';
import { toneOf } from './state.tsx';
import { visible } from './visible.ts';

function Pieces({ of }: { of: readonly Piece[] }) {
  return (
    <>
      {of.map(({ kind, text }, at) =>
        kind === 'plain' ? (
          visible(text)
        ) : (
          <span key={at} class={`t-${kind}`}>
            {visible(text)}
          </span>
        ),
      )}
    </>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const SAID = { same: '', added: 'added', removed: 'removed' } as const;

export function Diff({
  path,
  lines,
  marks = [],
  label,
  side,
}: {
  path: string;
  lines: readonly DiffLine[];
  marks?: readonly LineMark[];
  label: string;
  /** Only the numbers of this side. */
  side?: 'before' | 'after';
}) {
  const colour = highlighter(path);
  return (
    <div class="code-frame" tabIndex={0} role="region" aria-label={label}>
      <table class="code diff">
        <tbody>
          {lines.map((line) => {
            const governed = line.after === undefined ? undefined : markAt(marks, line.after);
            return (
              <tr key={`${line.before ?? ''}:${line.after ?? ''}`} class={line.kind}>
                {side === 'after' ? null : <td class="number">{line.before ?? ''}</td>}
                {side === 'before' ? null : <td class="number">{line.after ?? ''}</td>}
                <Gutter mark={governed} />
                <td class="sign">
                  <span aria-hidden="true">{SIGNS[line.kind]}</span>
                  <span class="unseen">{SAID[line.kind]}</span>
                </td>
                <td class="line">
                  <Pieces of={colour(line.text)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Gutter({ mark }: { mark: LineMark | undefined }) {
  if (mark === undefined) return <td class="gutter" />;
  return (
    <td class={`gutter ${toneOf(mark.state)}`} title={`${mark.id} ${mark.title}`}>
      <span class="unseen">governed by {mark.id}</span>
    </td>
  );
}

export function markAt(marks: readonly LineMark[], line: number): LineMark | undefined {
  return marks.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
}

export function Code({
  path,
  lines,
  first = 1,
  marks = [],
  label,
  words = [],
}: {
  path: string;
  lines: readonly string[];
  first?: number;
  marks?: readonly LineMark[];
  label: string;
  /** To be marked where they stand. */
  words?: readonly string[];
}) {
  const colour = highlighter(path);
  return (
    <div class="code-frame" tabIndex={0} role="region" aria-label={label}>
      <table class="code">
        <tbody>
          {lines.map((line, at) => (
            <tr key={at} id={`line-${first + at}`}>
              <td class="number">{first + at}</td>
              <Gutter mark={markAt(marks, first + at)} />
              <td class="line">
                {words.length === 0 ? <Pieces of={colour(line)} /> : <Found text={line} words={words} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Text with words of a query marked. */
export function Found({ text, words }: { text: string; words: readonly string[] }) {
  const wanted = words
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (wanted.length === 0) return <>{visible(text)}</>;
  const parts = text.split(new RegExp(`(${wanted.join('|')})`, 'i'));
  return (
    <>{parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{visible(part)}</mark> : visible(part)))}</>
  );
}

/** `line 8`, `lines 8–15` */
export function linesText(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}

export function placeText(path: string, startLine?: number, endLine?: number): string {
  if (startLine === undefined) return path;
  return endLine === undefined || endLine === startLine
    ? `${path}:${startLine}`
    : `${path}:${startLine}–${endLine}`;
}
