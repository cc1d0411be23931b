import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../tests/helpers/tokens.ts';
import { estimateTokens } from '../../core/text/index.ts';
import { BLOCK_ALONE, hasBlock, isBlockAlone, withBlock, withoutBlock } from './agents-block.ts';

const BLOCK = BLOCK_ALONE.trimEnd();

describe('the block', () => {
  it('costs an agent no more than about two hundred tokens', async () => {
    expect(await estimateTokens(BLOCK)).toBeLessThanOrEqual(260);
  });

  it('is appended once, and a second run changes nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\r', 'a\r', 'a\r\n\r')),
        (text) => {
          const once = withBlock(text);
          expect(once.startsWith(text)).toBe(true);
          expect(once.split(BLOCK.split('\n')[0] ?? '').length).toBe(2);
          expect(withBlock(once)).toBe(once);
        },
      ),
    );
  });

  it('is taken away to the byte', () => {
    const line = fc.constantFrom('a', 'b\n', 'c\r\n', '\n', '\r\n', '\ufeff', '# d');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const text = lines.join('');
        expect(withoutBlock(withBlock(text))).toBe(text);
        expect(withoutBlock(text)).toBe(text);
        expect(isBlockAlone(withBlock(text))).toBe(false);
      }),
    );
    expect(withoutBlock(`one\n${BLOCK}\ntwo\n`)).toBe('one\ntwo\n');
  });

  it('alone is a file of ours, in whatever version and with whatever line ends', () => {
    expect(isBlockAlone(BLOCK_ALONE)).toBe(true);
    expect(isBlockAlone(BLOCK_ALONE.replaceAll('\n', '\r\n'))).toBe(true);
    expect(isBlockAlone('<!-- pilotbook:begin -->\nold\n<!-- pilotbook:end -->\n')).toBe(true);
    expect(withBlock(BLOCK_ALONE)).toBe(BLOCK_ALONE);
    for (const text of ['', BLOCK, `${BLOCK_ALONE}\n`, `${BLOCK_ALONE}a\n`, `\ufeff${BLOCK_ALONE}`])
      expect(isBlockAlone(text)).toBe(false);
  });

  it('tells by the newline after it whether one ended the file before', () => {
    expect(withBlock('text')).toBe(`text\n\n${BLOCK}`);
    expect(withBlock('text\n')).toBe(`text\n\n${BLOCK}\n`);
  });

  it('keeps everything outside, whatever stood inside', () => {
    const old = 'before\n<!-- pilotbook:begin -->\nold words\n<!-- pilotbook:end -->\nafter';
    expect(withBlock(old)).toBe(`before\n${BLOCK}\nafter`);
  });

  it('speaks the line ends of the file', () => {
    const text = withBlock('one\r\ntwo\r\n');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(withBlock(text)).toBe(text);
  });

  it('leaves marks without a partner alone', () => {
    const text = 'a\n<!-- pilotbook:begin -->\nmine\n';
    const once = withBlock(text);
    expect(once.startsWith(text)).toBe(true);
    expect(withBlock(once)).toBe(once);
    const end = '<!-- pilotbook:end -->\nmine\n';
    expect(withBlock(end).startsWith(end)).toBe(true);
    expect(hasBlock(text)).toBe(false);
  });

  it('is one, even if somebody copied it', () => {
    const text = withBlock(`a\n${BLOCK}\nb\n${BLOCK}\nc\n`);
    expect(text).toBe(`a\n${BLOCK}\nb\n\nc\n`);
  });
});

it('the block costs an agent at most 200 tokens', () => {
  expect(countTokens(BLOCK_ALONE)).toBeLessThanOrEqual(200);
});
