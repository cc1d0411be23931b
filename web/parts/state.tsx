/** What a view shows when there is nothing to show yet: loading, a problem, nothing there. And the marks of freshness. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../data.ts';
import { splitAtCommands } from './commands.ts';
import { visible } from './visible.ts';

export function Answered<T>({ of, children }: { of: Answer<T>; children: (value: T) => ComponentChildren }) {
  if (of.problem !== undefined) return <Trouble message={of.problem.message} hint={of.problem.hint} />;
  if (of.value !== undefined) return <>{children(of.value)}</>;
  return (
    <p class="loading" role="status">
      {of.isSlow ? 'Loading…' : ''}
    </p>
  );
}

export function Trouble({ message, hint }: { message: string; hint: string | null }) {
  return (
    <div class="trouble" role="alert">
      <strong>{message}</strong>
      {hint === null ? null : (
        <p>
          <Advice text={hint} />
        </p>
      )}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}

const WORDS: Readonly<Record<string, [tone: string, meaning: string]>> = {
  fresh: ['good', 'The code is as it was'],
  moved: ['good', 'The code is as it was, in another place'],
  edited: ['warn', 'The code was changed since'],
  ambiguous: ['warn', 'There are copies of the code, and it is not clear which is meant'],
  lost: ['bad', 'The code is gone'],
  stale: ['warn', 'The files of the directory changed since'],
  superseded: ['dim', 'Another entry replaced it'],
  expired: ['dim', 'Its time is over'],
  invalid: ['bad', 'It cannot be read'],
  unchecked: ['dim', 'It names no code, so nothing can be compared'],
  error: ['bad', ''],
  failed: ['bad', ''],
  warning: ['warn', ''],
  info: ['dim', ''],
  remark: ['dim', ''],
  ok: ['good', ''],
  added: ['good', ''],
  deleted: ['bad', ''],
  modified: ['warn', ''],
};

export function State({ of }: { of: string }) {
  const [tone, meaning] = WORDS[of] ?? ['dim', ''];
  return (
    <span class={`state ${tone}`} title={meaning}>
      {of}
    </span>
  );
}

export function toneOf(state: string): string {
  return WORDS[state]?.[0] ?? 'dim';
}

/** A command with a button that copies it. */
export function Command({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <span class="command">
      <code>{text}</code>
      <button type="button" onClick={copy} aria-label={`Copy ${text}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  );
}

/** A sentence in which each command can be copied. */
export function Advice({ text }: { text: string }) {
  return (
    <>
      {splitAtCommands(text).map((piece, at) =>
        at % 2 === 1 ? <Command key={at} text={visible(piece)} /> : visible(piece),
      )}
    </>
  );
}

const UNITS: readonly [ms: number, name: string][] = [
  [31_536_000_000, 'year'],
  [2_592_000_000, 'month'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** `3 days ago`, `in 2 hours`. */
export function ago(time: number, now: number): string {
  const distance = Math.abs(now - time);
  for (const [ms, name] of UNITS) {
    const count = Math.floor(distance / ms);
    if (count < 1) continue;
    const words = `${count} ${name}${count === 1 ? '' : 's'}`;
    return time <= now ? `${words} ago` : `in ${words}`;
  }
  return time <= now ? 'just now' : 'in a moment';
}

export function Time({ at, now }: { at: number | undefined; now: number }) {
  if (at === undefined) return <span class="dim">–</span>;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${iso.slice(0, 16).replace('T', ' ')} UTC`}>
      {ago(at, now)}
    </time>
  );
}

export function plural(count: number, word: string, many = `${word}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : many}`;
}
