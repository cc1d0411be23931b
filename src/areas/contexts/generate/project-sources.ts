/** What the whole tree says about the project. */
import { languageOf } from '../../../core/languages/index.ts';
import { baseName } from '../scope.ts';
import type { DirectoryFacts } from './directory.ts';
import { roleOf } from './file-role.ts';
import type { ProjectSources } from './project-fields.ts';
import type { DirectoryNode } from './tree.ts';

export function projectSources(
  root: DirectoryFacts,
  summary: string,
  directory: string,
  tree: ReadonlyMap<string, DirectoryNode>,
): ProjectSources {
  const names = new Set(tree.get('.')?.files.map(({ path }) => baseName(path)));
  return { root, names, directory: directory.replaceAll('\\', '/'), languages: languageBytes(tree), summary };
}

/** A project may be written in them; other scripts only build one. */
const SHELLS = new Set(['bash', 'fish', 'powershell']);
/** With as much C++ beside it, what looks like C is C++. */
const SHARE_OF_CPP = 0.25;

/** Bytes of code by language. */
export function languageBytes(tree: ReadonlyMap<string, DirectoryNode>): ReadonlyMap<string, number> {
  const languages = new Map<string, number>();
  for (const { files } of tree.values())
    for (const { path, size } of files) {
      const role = roleOf(path);
      const language = languageOf(path);
      const counts = role === 'code' || role === 'test' || (role === 'script' && SHELLS.has(language ?? ''));
      if (language !== undefined && counts) languages.set(language, (languages.get(language) ?? 0) + size);
    }
  return withHeaders(languages);
}

/** The headers of C++ have the ending of C. */
function withHeaders(languages: Map<string, number>): Map<string, number> {
  const [c = 0, cpp = 0] = [languages.get('c'), languages.get('cpp')];
  if (cpp < c * SHARE_OF_CPP) return languages;
  languages.delete('c');
  return cpp === 0 ? languages : languages.set('cpp', c + cpp);
}
