/**
 * Markdown of the repository, shown safely: it becomes elements of ours, never HTML. What is not known stays text; a link leads
 * only to http and https; images are not loaded.
 */
import type { ComponentChildren } from 'preact';
import { Code } from './code.tsx';
import { Diagram } from './diagram.tsx';
import { visible } from './visible.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const ITEM = /^( {0,9})(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const TABLE_RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*\|?\s*$/;
/** Quotes in quotes, lists in lists: deeper ones are text. */
const DEEPEST = 8;

export function Markdown({ text, level = 3 }: { text: string; level?: number }) {
  return <div class="prose">{blocks(text.replace(/\r\n?/g, '\n').split('\n'), level, 0)}</div>;
}

/** Of a text whose title stands above it already. */
export function withoutTitle(markdown: string, title: string): string {
  const [first = '', ...rest] = markdown.trimStart().split('\n');
  return first.replace(/^#+\s*/, '').trim() === title.trim() ? rest.join('\n') : markdown;
}

function blocks(lines: readonly string[], level: number, depth: number): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let at = 0;
  const takeWhile = (test: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    while (at < lines.length && test(lines[at] ?? '')) taken.push(lines[at++] ?? '');
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const [, fence, language = ''] = FENCE.exec(line) ?? [];
    const [, hashes, title = ''] = HEADING.exec(line) ?? [];
    if (line.trim() === '') at++;
    else if (fence !== undefined) {
      at++;
      const body = takeWhile(
        (each) => !each.trim().startsWith(fence) || each.trim().replace(/^[`~]+/, '') !== '',
      );
      at++;
      out.push(fenced(body, language));
    } else if (hashes !== undefined) {
      at++;
      out.push(heading(Math.min(6, level + hashes.length - 1), inline(title)));
    } else if (RULE.test(line)) {
      at++;
      out.push(<hr />);
    } else if (/^ {0,3}>/.test(line) && depth < DEEPEST) {
      const body = takeWhile((each) => /^ {0,3}>/.test(each)).map((each) => each.replace(/^ {0,3}> ?/, ''));
      out.push(<blockquote>{blocks(body, level, depth + 1)}</blockquote>);
    } else if (ITEM.test(line) && depth < DEEPEST) {
      const body = takeWhile((each) => ITEM.test(each) || /^\s+\S/.test(each));
      out.push(list(body, level, depth));
    } else if (line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? '')) {
      const rows = takeWhile((each) => each.includes('|'));
      out.push(table(rows));
    } else {
      const body = takeWhile(
        (each) =>
          each.trim() !== '' &&
          !FENCE.test(each) &&
          !HEADING.test(each) &&
          !/^ {0,3}>/.test(each) &&
          !isItem(each, line),
      );
      if (body.length === 0) body.push(lines[at++] ?? '');
      out.push(<p>{inline(body.join('\n'))}</p>);
    }
  }
  return out;
}

/** The first line of a paragraph may look like an item where lists are too deep. */
function isItem(line: string, first: string): boolean {
  return line !== first && ITEM.test(line);
}

function fenced(lines: readonly string[], language: string): ComponentChildren {
  const text = lines.join('\n');
  if (language === 'mermaid') return <Diagram title="Diagram" text={text} />;
  return (
    <Code path={`code.${language}`} lines={lines} label={language === '' ? 'Code' : `Code, ${language}`} />
  );
}

function heading(level: number, text: ComponentChildren): ComponentChildren {
  const Tag = `h${level}` as 'h3';
  return <Tag>{text}</Tag>;
}

function list(lines: readonly string[], level: number, depth: number): ComponentChildren {
  const indent = ITEM.exec(lines[0] ?? '')?.[1]?.length ?? 0;
  const items: string[][] = [];
  for (const line of lines) {
    const [, spaces = '', , text = ''] = ITEM.exec(line) ?? [];
    if (ITEM.test(line) && spaces.length <= indent + 1) items.push([text]);
    else items.at(-1)?.push(line.slice(Math.min(indent + 2, line.length - line.trimStart().length)));
  }
  const children = items.map((item) => (
    <li>{item.length === 1 ? inline(item[0] ?? '') : blocks(item, level, depth + 1)}</li>
  ));
  return /^\s*\d/.test(lines[0] ?? '') ? <ol>{children}</ol> : <ul>{children}</ul>;
}

function table(rows: readonly string[]): ComponentChildren {
  const cells = (row: string) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim()));
  const [head = '', , ...body] = rows;
  return (
    <div class="code-frame" tabIndex={0} role="region" aria-label="Table">
      <table class="plain">
        <thead>
          <tr>
            {cells(head).map((cell) => (
              <th scope="col">{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr>
              {cells(row).map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const INLINE =
  /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|!?\[([^\]\n]{0,500})\]\(\s*<?([^\s)>]{0,2000})>?(?:\s+"[^"]{0,500}")?\s*\)|<(https?:\/\/[^\s>]{1,2000})>|(\*\*|__)(?=\S)([\s\S]{0,2000}?\S)\6|(\*|_)(?=\S)([\s\S]{0,2000}?\S)\8(?!\w)/;

function inline(text: string, depth = 0): ComponentChildren {
  const found = depth < DEEPEST ? INLINE.exec(text) : null;
  if (found === null) return visible(text);
  const [whole, , code, label, target, url, , strong, , soft] = found;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + whole.length);
  const rest = after === '' ? null : inline(after, depth);
  return (
    <>
      {visible(before)}
      {code !== undefined ? (
        <code>{visible(code)}</code>
      ) : url !== undefined ? (
        <Outside to={url}>{visible(url)}</Outside>
      ) : label !== undefined ? (
        <Outside to={target ?? ''}>{inline(label, depth + 1)}</Outside>
      ) : strong !== undefined ? (
        <strong>{inline(strong, depth + 1)}</strong>
      ) : (
        <em>{inline(soft ?? '', depth + 1)}</em>
      )}
      {rest}
    </>
  );
}

/** Other places than the web are only named: a link of the repository must not lead anywhere on this machine. */
function Outside({ to, children }: { to: string; children: ComponentChildren }) {
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return <span title={visible(to)}>{children}</span>;
  return (
    <a href={url.href} rel="noopener noreferrer nofollow" target="_blank">
      {children}
    </a>
  );
}
