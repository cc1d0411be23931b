import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Anchor, makeAnchor } from '../../core/anchors/index.ts';
import { anchorRef } from './anchors.ts';
import { decodeEntry, ENTRY_TYPES, encodeEntry } from './entry-file.ts';

const anchor = makeAnchor('src/a.ts', 'const a = 1;\nconst b = 2;\n', 1, 2);

describe('the file of an entry', () => {
  it('without fields is the Markdown and nothing else', async () => {
    fc.assert(
      await fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (markdown) => {
        expect(await encodeEntry({ markdown, fields: {} })).toBe(markdown);
      }),
    );
  });

  it('is read back as it was written, fields and Markdown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            type: fc.constantFrom(...ENTRY_TYPES),
            module: fc
              .string({ minLength: 1, maxLength: 40 })
              .filter((name) => !/[\r\n\p{Cc}\p{Cs}]/u.test(name)),
            supersedes: fc.array(fc.constantFrom('00001', '12', '007'), { minLength: 1, maxLength: 4 }),
            anchors: fc.constant<Anchor[]>([anchor]),
          },
          { requiredKeys: [] },
        ),
        fc.constantFrom('# Why\n\nBecause.\n', '---\ntitle: x\n---\ntext', '\n\n---\n', '', '- a\r\n- b\r\n'),
        async (fields, markdown) => {
          fc.pre(Object.keys(fields).length > 0);
          const stored =
            fields.anchors === undefined ? fields : { ...fields, anchors: fields.anchors.map(anchorRef) };
          expect(await decodeEntry(await encodeEntry({ markdown, fields }))).toEqual({
            markdown,
            fields: stored,
          });
        },
      ),
    );
  });

  it('is pleasant to read', async () => {
    const text = await encodeEntry({
      markdown: '# Why\n',
      fields: { type: 'decision', module: 'auth', supersedes: ['00003', '00004'], anchors: [anchor] },
    });
    const lines = text.split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '---',
      'type: decision',
      'module: auth',
      'supersedes: ["00003", "00004"]',
      'anchors:',
    ]);
    expect(lines[5]).toMatch(/^ {2}- \{at: src\/a\.ts:1-2, id: "?[0-9a-f]{16}"?\}$/);
    expect(lines.slice(6)).toEqual(['---', '# Why', '']);
  });

  it('has an anchor in at most 200 bytes, however long its path, and says where in the end', async () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 20 }), async (parts) => {
        const path = `${parts.join('/')}/last.ts`;
        const anchors = [{ ...anchor, path }];
        const text = await encodeEntry({ markdown: '', fields: { anchors } });
        const line = text.split('\n').find((each) => each.includes('- {')) ?? '';
        expect(line).toContain('/last.ts:1-2');
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(200);
        expect((await decodeEntry(text)).fields.anchors).toEqual(anchors.map(anchorRef));
      }),
    );
  });

  it('with anchors whole, as earlier versions wrote them, is read', async () => {
    const text = `---\nanchors:\n  - ${JSON.stringify(anchor)}\n---\ntext\n`;
    expect(await decodeEntry(text)).toEqual({ markdown: 'text\n', fields: { anchors: [anchor] } });
  });

  it('that people wrote by hand counts, with numbers as numbers and CRLF', async () => {
    expect(await decodeEntry('---\r\ntype: rule\r\nsupersedes: [12]\r\n---\r\nText\r\n')).toEqual({
      markdown: 'Text\r\n',
      fields: { type: 'rule', supersedes: ['12'] },
    });
  });

  it.each([
    ['keys that are not ours', '---\ntype: rule\ntitle: x\n---\ntext\n'],
    ['a type that is none', '---\ntype: opinion\n---\ntext\n'],
    ['a ruler and text', '---\n\nSome text.\n\n---\nmore\n'],
    ['no end', '---\ntype: rule\ntext\n'],
    ['broken YAML', '---\ntype: [rule\n---\ntext\n'],
    ['a tag', '---\ntype: !!js/function rule\n---\ntext\n'],
    ['an alias', '---\nmodule: &a x\ntype: *a\n---\ntext\n'],
    ['an alias bomb', `---\na: &a [x]\nb: &b [*a,*a]\nsupersedes: [*b,*b]\n---\ntext\n`],
    ['double keys', '---\ntype: rule\ntype: issue\n---\ntext\n'],
    ['nothing inside', '---\n---\ntext\n'],
    ['a module of two lines', '---\nmodule: "a\\nb"\n---\ntext\n'],
    ['a deep nest', `---\nsupersedes: ${'['.repeat(5000)}${']'.repeat(5000)}\n---\ntext\n`],
  ])('with %s in front is all Markdown', async (_, text) => {
    expect(await decodeEntry(text)).toEqual({ markdown: text, fields: {} });
  });

  it('passes over anchors of another version and keeps the rest', async () => {
    const text = '---\ntype: issue\nanchors:\n  - {v: 9, path: a.ts}\n---\ntext\n';
    expect(await decodeEntry(text)).toEqual({ markdown: 'text\n', fields: { type: 'issue', anchors: [] } });
  });
});
