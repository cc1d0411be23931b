import { describe, expect, it } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { citations, imports, outline, parse } from './index.ts';

describe('parsing in threads', () => {
  it('gives what the languages read', async () => {
    expect(await outline('a.ts', 'export function one() {}\n')).toMatchObject([{ name: 'one' }]);
    expect(await imports('a.ts', "import './b.ts';\nlet x = ;\n")).toMatchObject({
      value: { references: [{ specifier: './b.ts', line: 1 }], errorLine: 2 },
    });
    expect(await citations('a.ts', '// refer to context 00012\nconst x = "refer to context 13";\n')).toEqual([
      { ref: '00012', line: 1 },
    ]);
    expect(await citations('a.unknown', '# refer to context 7\n')).toEqual([{ ref: '7', line: 1 }]);
  });

  it('says why a text has no parse', async () => {
    expect(await parse('outline', 'a.ts', 'a\0b')).toEqual({ stopped: 'binary' });
    expect(await parse('outline', 'a.ts', 'x\n'.repeat(2_100_000))).toEqual({ stopped: 'size' });
    expect(await outline('a.ts', 'a\0b')).toEqual([]);
  });

  verifies(
    'recall:read:parse-cached',
    'the same text is parsed once; what was used longest ago is dropped',
    async () => {
      const first = await parse('outline', 'a.md', '# 0');
      expect(await parse('outline', 'a.md', '# 0')).toBe(first);
      expect(await parse('outline', 'b.md', '# 0')).not.toBe(first);
      for (let n = 1; n <= 1000; n++) await parse('outline', 'a.md', `# ${n}`);
      const again = await parse('outline', 'a.md', '# 0');
      expect(again).toEqual(first);
      expect(again).not.toBe(first);
    },
  );

  it('ends what is no longer wanted, at once, and goes on', async () => {
    const stop = new AbortController();
    const long = parse('outline', 'a.ts', 'a<b<('.repeat(180_000), { signal: stop.signal });
    const waiting = parse('outline', 'b.ts', 'a<b<('.repeat(180_001), { signal: stop.signal });
    const later = outline('c.ts', 'export const x = 1;\n');
    stop.abort();
    await expect(long).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await later).toMatchObject([{ name: 'x' }]);
    await expect(parse('outline', 'd.ts', '1', { signal: stop.signal })).rejects.toMatchObject({
      kind: 'cancelled',
    });
  });
});
