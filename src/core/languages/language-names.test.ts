import { describe, expect, it } from 'vitest';
import { adapters, languageOf } from './index.ts';

describe('languageOf', () => {
  it.each([
    ['src/a.py', 'python'],
    ['src/A.TS', 'typescript'],
    ['a.tsx', 'tsx'],
    ['a.d.ts', 'typescript'],
    ['x/Dockerfile', 'dockerfile'],
    ['Dockerfile.prod', 'dockerfile'],
    ['Makefile', 'makefile'],
    ['CMakeLists.txt', 'cmake'],
    ['notes.md', 'markdown'],
    ['.gitignore', 'ignore'],
    ['Gemfile', 'ruby'],
    ['data.yml', 'yaml'],
  ])('knows %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });

  it.each(['constructor', 'a.constructor', '__proto__', 'no-extension', 'a.unknown', '', '.', 'dir.py/file'])(
    'does not guess for %j',
    (path) => {
      expect(languageOf(path)).toBeUndefined();
    },
  );

  it('has a name for every extension of an adapter', () => {
    for (const { name, extensions } of adapters())
      for (const extension of extensions) expect(languageOf(`x${extension}`), name).toBeDefined();
  });
});
