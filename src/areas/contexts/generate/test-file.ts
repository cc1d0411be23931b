/** Which files are tests, and which test belongs to a file; by the customs of the languages. */
import { isTestDirectory, isTestFile } from '../../../core/file-kind/index.ts';
import { baseName, inScope, parentScope } from '../document/scope.ts';

/** In a directory of tests, or named like one. */
export function isTestPath(path: string): boolean {
  return isTestFile(path) || isTestDirectory(parentScope(path) ?? '.');
}

/**
 * Whether a directory lies in a tree of tests. A package such as `django/test` only sounds like one: it is inside
 * another package, and none of its files is a test.
 */
export function testTrees(paths: ReadonlySet<string>): (scope: string) => boolean {
  const known = new Map<string, boolean>();
  const isTree = (top: string): boolean => {
    const parent = parentScope(top) ?? '.';
    const mayBeCode = baseName(top) === 'testing' || paths.has(inScope(parent, '__init__.py'));
    return !mayBeCode || [...paths].some((path) => path.startsWith(`${top}/`) && isTestFile(path));
  };
  return (scope) => {
    const parts = scope.split('/');
    const at = parts.findIndex((part) => isTestDirectory(part));
    if (at === -1) return false;
    const top = parts.slice(0, at + 1).join('/');
    const answer = known.get(top) ?? isTree(top);
    known.set(top, answer);
    return answer;
  };
}

/** Relative to the directory of the file. */
export function testOf(path: string, exists: (path: string) => boolean): string | undefined {
  const scope = parentScope(path) ?? '.';
  const name = baseName(path);
  const dot = name.indexOf('.');
  if (dot <= 0 || isTestFile(path)) return undefined;
  const [stem, ending] = [name.slice(0, dot), name.slice(name.lastIndexOf('.'))];
  const names = [
    `${stem}.test${ending}`,
    `${stem}.spec${ending}`,
    `test_${stem}${ending}`,
    `${stem}_test${ending}`,
    `${stem}_spec${ending}`,
    `${stem}Test${ending}`,
    `${stem}Tests${ending}`,
  ];
  const folders = ['', '__tests__/', 'tests/', 'test/'];
  for (const folder of folders)
    for (const each of names) if (exists(inScope(scope, folder + each))) return folder + each;
  return undefined;
}
