/** Markdown of the repository becomes only elements and attributes of a list, whatever it says, and leads only to the web. */
import fc from 'fast-check';
import { type ComponentChildren, type FunctionComponent, h, isValidElement } from 'preact';
import { describe, expect, test } from 'vitest';
import { Diagram } from '../../web/parts/diagram.tsx';
import { Markdown } from '../../web/parts/markdown.tsx';

interface Made {
  tag: string;
  attributes: Record<string, unknown>;
}

/** The elements and the text that the browser would be given. A diagram is left as it is: drawing it needs a browser. */
function rendered(markdown: string): { elements: Made[]; texts: string[]; diagrams: unknown[] } {
  const [elements, texts, diagrams]: [Made[], string[], unknown[]] = [[], [], []];
  const visit = (node: ComponentChildren): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (typeof node === 'string' || typeof node === 'number') texts.push(String(node));
    else if (isValidElement(node)) {
      const { type, props } = node;
      const { children, ...attributes } = props as Record<string, unknown>;
      if (type === Diagram) diagrams.push(attributes);
      else if (typeof type === 'function') visit((type as FunctionComponent)(props));
      else {
        elements.push({ tag: type, attributes });
        visit(children as ComponentChildren);
      }
    } else if (node !== null && node !== undefined && typeof node !== 'boolean')
      throw new Error(`not something to show: ${JSON.stringify(node)}`);
  };
  visit(h(Markdown, { text: markdown }));
  return { elements, texts, diagrams };
}

/** All that Markdown may become, with the attributes that each may have. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  div: ['class', 'tabIndex', 'role', 'aria-label'],
  p: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  blockquote: [],
  ul: [],
  ol: [],
  li: [],
  table: ['class'],
  thead: [],
  tbody: [],
  tr: ['id'],
  th: ['scope'],
  td: ['class'],
  code: [],
  strong: [],
  em: [],
  a: ['href', 'rel', 'target'],
  span: ['class', 'title'],
};
/** Numbered by us, or one of a few words. */
const ID = /^line-\d+$/;
const CLASS = /^(?:prose|code-frame|code|plain|number|gutter|line|t-[a-z]+)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/;

function expectHarmless(markdown: string): void {
  const { elements, texts, diagrams } = rendered(markdown);
  for (const { tag, attributes } of elements) {
    expect(Object.keys(ALLOWED), tag).toContain(tag);
    for (const [name, value] of Object.entries(attributes)) {
      expect(ALLOWED[tag], `${tag} ${name}`).toContain(name);
      expect(['string', 'number'], `${tag} ${name}`).toContain(typeof value);
    }
    const { href, rel, id, title } = attributes;
    if (attributes.class !== undefined) expect(attributes.class).toMatch(CLASS);
    if (id !== undefined) expect(id).toMatch(ID);
    if (title !== undefined) expect(title).not.toMatch(UNSEEN);
    if (tag !== 'a') continue;
    expect(href).toMatch(/^https?:\/\//);
    expect(new URL(String(href)).protocol).toMatch(/^https?:$/);
    expect(rel).toBe('noopener noreferrer nofollow');
  }
  for (const text of texts) expect(text).not.toMatch(UNSEEN);
  for (const diagram of diagrams) expect(diagram).toEqual({ title: 'Diagram', text: expect.any(String) });
}

const pieces = fc.oneof(
  fc.constantFrom(
    ...['# ', '## ', '- ', '1. ', '> ', '```', '~~~', '```mermaid', '```ts', '| a | b |', '|---|---|', '---'],
    ...['**', '__', '*', '_', '`', '![', '[', '](', ')', '<', '>', ' "', '\n', '\n\n', '  ', '\t', '\\'],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:',
      'java\tscript:',
      'data:text/html,x',
      'vbscript:',
      'file:///etc',
    ],
    ...['https://example.invalid/', 'http://a', '//evil.example', 'https:', 'http:javascript:', 'blob:x'],
    ...['<script>', '</script>', '<img src=x onerror=alert(1)>', '<a href="javascript:x">', '&lt;', '&#106;'],
    ...['\u0000', '\u001b[31m', '\u202e', '\ufeff', '\r', '__proto__', 'constructor', 'onclick='],
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const markdowns = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((each) => each.join('')),
  fc.tuple(pieces, pieces, pieces).map(([a, b, c]) => `${a}[${b}](${c})`),
  fc.webUrl().map((url) => `<${url}> [x](${url})`),
);

describe('Markdown', () => {
  test('makes only what is allowed of any text', () => {
    fc.assert(fc.property(markdowns, expectHarmless), { numRuns: 2_000 });
  });

  test('links to the web, and names other places', () => {
    const links = (markdown: string) =>
      rendered(markdown).elements.flatMap(({ tag, attributes }) => (tag === 'a' ? [attributes.href] : []));
    expect(links('[a](https://example.invalid/x) <http://example.invalid/y>')).toEqual([
      'https://example.invalid/x',
      'http://example.invalid/y',
    ]);
    for (const target of [
      'javascript:alert(1)',
      ' JAVASCRIPT:alert(1)',
      'java&#115;cript:x',
      'data:text/html,x',
      'file:///etc/passwd',
      '//evil.example',
      '/api/events',
      '../secret',
      '#/health',
    ]) {
      expect(links(`[a](${target})`), target).toEqual([]);
      expect(rendered(`[a](${target})`).texts.join(''), target).toContain('a');
    }
  });

  test('keeps HTML as text, and loads no image', () => {
    const html = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const { elements, texts } = rendered(html);
    expect(texts.join('')).toBe(html);
    expect(elements.map(({ tag }) => tag)).toEqual(['div', 'p']);
    expect(rendered('![alt](https://example.invalid/x.png)').elements.map(({ tag }) => tag)).not.toContain(
      'img',
    );
  });

  test('makes every element of the list, so that the list is no longer than it must be', () => {
    const all = [
      '# a\n## a\n### a\n#### a\n\ntext **a** *b* `c` [d](https://example.invalid) [e](f)\n\n---\n\n> q\n',
      '- a\n\n1. a\n\n| a | b |\n|---|---|\n| c | d |\n\n```ts\nconst a = 1;\n```\n',
    ].join('\n');
    const made = new Set(rendered(all).elements.map(({ tag }) => tag));
    expect([...made].sort()).toEqual(Object.keys(ALLOWED).sort());
  });
});
