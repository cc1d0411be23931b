/** What every language adapter does. Run for each of them by src/core/languages/contract.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LanguageAdapter } from '../../src/core/languages/adapter.ts';
import { bySymbolOrder } from '../../src/core/languages/adapter.ts';
import {
  comments,
  enclosingSymbol,
  languageOf,
  type OutlineSymbol,
  parsedOr,
  smartChunks,
} from '../../src/core/languages/index.ts';
import { runs } from '../helpers/full-run.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'languages');
const PATIENT_MS = 10_000;
/** The parser gives up early where depth makes it slow; that it comes back is what counts. */
const IMPATIENT_MS = 200;

/** The fixture must hold these: one in a comment, one in a string. */
const IN_COMMENT = 'refer to context 00012';
const IN_STRING = 'refer to context 99999';

export function languageContract(adapter: LanguageAdapter, file: string): void {
  const text = readFileSync(join(FIXTURES, file), 'utf8');
  const outline = (source: string, timeoutMs = PATIENT_MS) =>
    parsedOr([], adapter.outline(file, source, timeoutMs));

  describe(`${adapter.name} (${file})`, () => {
    it('takes the path of its fixture, whatever the case of its extension', () => {
      expect(adapter.supportsPath(file)).toBe(true);
      expect(adapter.supportsPath(`src/${file.toUpperCase()}`)).toBe(true);
      expect(adapter.supportsPath('picture.png')).toBe(false);
      expect(languageOf(file)).toBeDefined();
    });

    it('gives the declarations and imports written down beside the fixture', async () => {
      const imports = (await adapter.imports?.(file, text, PATIENT_MS)) ?? [];
      const lines = [...(await outline(text)), ...imports].map((row) => JSON.stringify(row));
      await expect(`[\n${lines.join(',\n')}\n]\n`).toMatchFileSnapshot(
        join(FIXTURES, `${file}.expected.json`),
      );
    });

    it('gives the same symbols twice, in the order of the contract', async () => {
      const symbols = await outline(text);
      expect(await outline(text)).toEqual(symbols);
      expect([...symbols].sort(bySymbolOrder)).toEqual(symbols);
      expect(symbols.length).toBeGreaterThan(0);
    });

    it('gives ranges that lie in the text and in one another', async () => {
      expectSoundRanges(await outline(text), text);
    });

    it('gives fields that agree with one another', async () => {
      for (const symbol of await outline(text)) {
        expect(symbol.kind).toMatch(/^[a-z][a-z_]*$/);
        expect(symbol.name).not.toBe('');
        expect(symbol.signature).not.toMatch(/\n/);
        expect(symbol.isConditional).toBe(symbol.declContext !== null);
        if (symbol.parentSymbol !== null)
          expect(symbol.name.startsWith(`${symbol.parentSymbol}.`)).toBe(true);
        if (symbol.doc !== undefined) expect(symbol.doc.trim()).toMatch(/^\S[^\n]*$/);
      }
    });

    it('does not care for line endings or a byte order mark', async () => {
      const symbols = await outline(text);
      expect(await outline(text.replaceAll('\n', '\r\n'))).toEqual(symbols);
      expect(await outline(`\uFEFF${text}`)).toEqual(symbols);
    });

    it('gives nothing for a text without declarations, and for one with NUL', async () => {
      expect(await outline('')).toEqual([]);
      expect(await outline(`${text}\0`)).toEqual([]);
    });

    it('survives every cut and every lost line of its fixture', async () => {
      const lines = text.split('\n');
      const step = Math.max(1, Math.floor(lines.length / 12));
      for (let at = 0; at < lines.length; at += step) {
        const cut = lines.slice(0, at).join('\n').slice(0, -2);
        expectSoundRanges(await outline(cut), cut);
        const lost = lines.filter((_, index) => index !== at).join('\n');
        expectSoundRanges(await outline(lost), lost);
      }
    });

    it('survives garbage', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (garbage) => {
          expectSoundRanges(await outline(garbage), garbage);
          expectSoundRanges(await outline(text.slice(0, 200) + garbage), text.slice(0, 200) + garbage);
          for (const comment of comments(file, garbage)) expect(garbage).toContain(comment.text);
        }),
        { numRuns: runs(8, 25), seed: 7 },
      );
    });

    it('survives depth and length', async () => {
      for (const piece of ['(', '{', '[', 'if x {\n', '"', '/*', '<a>', '-'])
        expect(Array.isArray(await outline(piece.repeat(runs(5_000, 20_000)), IMPATIENT_MS))).toBe(true);
      expect(Array.isArray(await outline(`x = "${'y'.repeat(500_000)}"\n`, IMPATIENT_MS))).toBe(true);
      expect((await outline(text)).length).toBeGreaterThan(0);
    });

    it('finds the comment that cites knowledge, and no string that looks like one', () => {
      const found = comments(file, text);
      const lines = text.split('\n');
      expect(text).toContain(IN_STRING);
      expect(found.some((comment) => comment.text.includes(IN_COMMENT))).toBe(true);
      expect(found.some((comment) => comment.text.includes(IN_STRING))).toBe(false);
      for (const { startLine, endLine, text: comment } of found)
        expect(lines.slice(startLine - 1, endLine).join('\n')).toContain(comment);
    });

    it('cuts the text into pieces that cover it', async () => {
      const chunks = await smartChunks(file, text);
      let next = 1;
      for (const { startLine, endLine } of chunks) {
        expect(startLine).toBe(next);
        expect(endLine).toBeGreaterThanOrEqual(startLine);
        next = endLine + 1;
      }
      expect(next - 1).toBe(text.trimEnd().split('\n').length);
    });

    it('says which declaration holds a line', async () => {
      const symbols = await outline(text);
      for (const symbol of symbols) {
        const found = enclosingSymbol(symbols, symbol.startLine);
        expect(found).toBeDefined();
        if (found)
          expect(found.endLine - found.startLine).toBeLessThanOrEqual(symbol.endLine - symbol.startLine);
      }
    });

    // Headings are found by their lines: there is no parser to stop.
    if (adapter.name === 'markdown') return;

    it('gives up in time and works again after it', async () => {
      const long = `${text}\n`.repeat(Math.ceil(2_000_000 / text.length));
      expect(await outline(long, 1)).toEqual([]);
      expect((await outline(text)).length).toBeGreaterThan(0);
    });
  });
}

/** Two ranges are apart, nested, or share one line at most (`} function b() {`). */
function expectSoundRanges(symbols: readonly OutlineSymbol[], text: string): void {
  const count = text.split('\n').length;
  const open: OutlineSymbol[] = [];
  for (const symbol of symbols) {
    expect(symbol.startLine).toBeGreaterThanOrEqual(1);
    expect(symbol.endLine).toBeGreaterThanOrEqual(symbol.startLine);
    expect(symbol.endLine).toBeLessThanOrEqual(count);
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) <= symbol.startLine) open.pop();
    const around = open.at(-1);
    if (around && around.startLine < symbol.startLine)
      expect(symbol.endLine).toBeLessThanOrEqual(around.endLine);
    open.push(symbol);
  }
}
