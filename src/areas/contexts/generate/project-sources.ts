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

/** Bytes of code by language. */
export function languageBytes(tree: ReadonlyMap<string, DirectoryNode>): ReadonlyMap<string, number> {
  const languages = new Map<string, number>();
  for (const { files } of tree.values())
    for (const { path, size } of files) {
      const role = roleOf(path);
      const language = role === 'code' || role === 'test' ? languageOf(path) : undefined;
      if (language !== undefined) languages.set(language, (languages.get(language) ?? 0) + size);
    }
  return languages;
}
