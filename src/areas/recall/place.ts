/** What a path says about its file: the module it belongs to, its role, and whether recall may read it. */
import { posix } from 'node:path';
import { mayBeTest } from '../../core/file-kind/index.ts';

export const ROLES = ['entry', 'config', 'test', 'core'] as const;
export type Role = (typeof ROLES)[number];

/** The module of files in the root. */
export const ROOT_MODULE = 'root';

/** The name of the directory that holds the file. */
export function moduleOf(path: string): string {
  return posix.basename(posix.dirname(path)).replace(/^\.$/, '') || ROOT_MODULE;
}

const CONFIG_NAME =
  /(^|[._-])(config|configuration|settings|conf|rc)([._-]|$)|rc$|^\.[^/]*$|^(package|tsconfig.*|composer|deno|jsconfig)\.json$|\.(toml|ini|cfg|conf|ya?ml|properties|env\.example)$|^(Dockerfile|Makefile|Gemfile|Rakefile|Procfile|go\.mod|pom\.xml|build\.gradle(\.kts)?|CMakeLists\.txt|setup\.(py|cfg)|requirements.*\.txt)$/i;
const ENTRY_NAME = /^(index|main|__main__|__init__|mod|lib|app|server|cli|manage|program)\.[^.]+$/i;

export function roleOf(path: string): Role {
  const name = posix.basename(path);
  if (mayBeTest(path)) return 'test';
  if (CONFIG_NAME.test(name)) return 'config';
  return ENTRY_NAME.test(name) ? 'entry' : 'core';
}

/** specs/recall blocks installed packages too, beside what the sandbox denies. */
export function isBlocked(path: string): boolean {
  return path.split('/').includes('node_modules');
}
