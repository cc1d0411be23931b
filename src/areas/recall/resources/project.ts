/** Describes a repository by its files: name, stack, package manager, architecture, modules. */
import { posix } from 'node:path';
import { byCodeUnit, parseJsonc, recordOf } from '../../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { isBlocked, moduleOf, type Role, roleOf } from '../place.ts';

export interface Project {
  name: string;
  type: 'web-app' | 'api' | 'cli' | 'library' | 'fullstack';
  description: string | undefined;
  stack: readonly string[];
  runtime: string;
  packageManager: string | undefined;
  architecture: 'feature-based' | 'layered' | 'modular' | 'monorepo' | 'unknown';
  modules: readonly Module[];
  paths: readonly string[];
}

const MONOREPO_HOMES = ['packages', 'crates', 'apps', 'services'];
const FRONTEND = ['react', 'vue', 'svelte', 'next', 'nuxt', '@angular/core', 'solid-js', 'preact', 'astro'];
const BACKEND = ['express', 'fastify', 'koa', '@nestjs/core', 'hono', '@hapi/hapi', 'restify'];
const KNOWN = [
  ...FRONTEND,
  ...BACKEND,
  'typescript',
  'vite',
  'webpack',
  'esbuild',
  'vitest',
  'jest',
  'prisma',
  'zod',
];
const LOCKS = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lockb': 'bun',
  'bun.lock': 'bun',
  'package-lock.json': 'npm',
};
/** The runtime, by the manifest in the root. */
const RUNTIMES: readonly (readonly [string, string])[] = [
  ['package.json', 'Node.js'],
  ['pyproject.toml', 'Python'],
  ['setup.py', 'Python'],
  ['go.mod', 'Go'],
  ['Cargo.toml', 'Rust'],
  ['pom.xml', 'Java'],
  ['build.gradle', 'Java'],
  ['build.gradle.kts', 'Kotlin'],
  ['Gemfile', 'Ruby'],
  ['composer.json', 'PHP'],
  ['mix.exs', 'Elixir'],
  ['Package.swift', 'Swift'],
];
const LAYERS = ['controllers', 'services', 'models', 'repositories', 'views', 'routes'];
const FEATURES = ['features', 'domains', 'areas'];

export async function readProject(workspace: Workspace, signal: AbortSignal): Promise<Project> {
  const listed = await workspace.files({ includeHidden: false, signal });
  const paths = listed.map(({ path }) => path as string).filter((path) => !isBlocked(path));
  const manifest = recordOf(await parseJsonc((await textAt(workspace, 'package.json')) ?? ''));
  const dependencies = Object.keys({
    ...recordOf(manifest.dependencies),
    ...recordOf(manifest.devDependencies),
  });
  const files = new Set(paths);
  const runtime = RUNTIMES.find(([name]) => files.has(name))?.[1] ?? 'unknown';
  const modules = modulesOf(paths);
  return {
    name: typeof manifest.name === 'string' ? manifest.name : ((await nameIn(workspace)) ?? 'project'),
    type: typeOf(manifest, dependencies),
    description: typeof manifest.description === 'string' ? manifest.description : undefined,
    stack: [
      ...(runtime === 'unknown' ? [] : [runtime]),
      ...KNOWN.filter((name) => dependencies.includes(name)),
    ],
    runtime,
    packageManager: Object.entries(LOCKS).find(([lock]) => files.has(lock))?.[1],
    architecture: architectureOf(paths, modules),
    modules,
    paths,
  };
}

export async function textAt(workspace: Workspace, path: string): Promise<string | undefined> {
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) return undefined;
  const read = await workspace.readText(resolved);
  return isRefusal(read) ? undefined : read.text;
}

/** The name of a project without package.json. */
async function nameIn(workspace: Workspace): Promise<string | undefined> {
  for (const path of ['pyproject.toml', 'Cargo.toml']) {
    const name = /^[ \t]*name[ \t]*=[ \t]*["']([^"']+)["']/m.exec((await textAt(workspace, path)) ?? '')?.[1];
    if (name !== undefined) return name;
  }
  return /^[ \t]*module[ \t]+(\S+)/m.exec((await textAt(workspace, 'go.mod')) ?? '')?.[1];
}

function typeOf(manifest: Record<string, unknown>, dependencies: readonly string[]): Project['type'] {
  const front = FRONTEND.some((name) => dependencies.includes(name));
  const back = BACKEND.some((name) => dependencies.includes(name));
  if (front && back) return 'fullstack';
  if (front) return 'web-app';
  if (back) return 'api';
  return manifest.bin === undefined ? 'library' : 'cli';
}

function architectureOf(paths: readonly string[], modules: readonly Module[]): Project['architecture'] {
  const directories = new Set(paths.flatMap((path) => posix.dirname(path).split('/')));
  if (modules.filter(({ directory }) => MONOREPO_HOMES.includes(directory.split('/')[0] ?? '')).length > 1)
    return 'monorepo';
  if (FEATURES.some((name) => directories.has(name))) return 'feature-based';
  if (LAYERS.filter((name) => directories.has(name)).length > 1) return 'layered';
  return modules.length > 1 ? 'modular' : 'unknown';
}

interface KeyFile {
  path: string;
  role: Role;
}

/** A directory with one part of the project. */
export interface Module {
  name: string;
  directory: string;
  files: readonly string[];
  keyFiles: readonly KeyFile[];
}

/** Directories whose subdirectories are modules. */
const HOMES = [
  'src',
  'app',
  'lib',
  'packages',
  'crates',
  'cmd',
  'internal',
  'pkg',
  'apps',
  'services',
  'modules',
];
const MOST_KEY_FILES = 5;

/** The subdirectories of `HOMES`; if there are none, the directories of the root. */
function modulesOf(paths: readonly string[]): Module[] {
  const byDirectory = new Map<string, string[]>();
  const add = (directory: string, path: string) => {
    const files = byDirectory.get(directory) ?? [];
    byDirectory.set(directory, files);
    files.push(path);
  };
  for (const path of paths) {
    const segments = path.split('/');
    if (HOMES.includes(segments[0] ?? '') && segments.length > 2) add(segments.slice(0, 2).join('/'), path);
  }
  if (byDirectory.size === 0)
    for (const path of paths) if (path.includes('/')) add(path.slice(0, path.indexOf('/')), path);
  return [...byDirectory]
    .map(([directory, files]) => ({
      name: posix.basename(directory),
      directory,
      files,
      keyFiles: keyFilesOf(files),
    }))
    .sort((a, b) => byCodeUnit(a.directory, b.directory));
}

function keyFilesOf(files: readonly string[]): KeyFile[] {
  const order: readonly Role[] = ['entry', 'config', 'core', 'test'];
  return files
    .map((path) => ({ path, role: roleOf(path) }))
    .sort(
      (a, b) =>
        a.path.split('/').length - b.path.split('/').length ||
        order.indexOf(a.role) - order.indexOf(b.role) ||
        byCodeUnit(a.path, b.path),
    )
    .slice(0, MOST_KEY_FILES);
}

/** A module of the overview, or any directory with that name. */
export function findModule(
  modules: readonly Module[],
  paths: readonly string[],
  name: string,
): Module | undefined {
  const wanted = name.toLowerCase();
  const known = modules.find((each) => each.name.toLowerCase() === wanted);
  if (known !== undefined) return known;
  const files = paths.filter((path) => moduleOf(path).toLowerCase() === wanted);
  const [first] = files;
  if (first === undefined) return undefined;
  return { name: moduleOf(first), directory: posix.dirname(first), files, keyFiles: keyFilesOf(files) };
}
