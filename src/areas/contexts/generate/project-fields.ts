/** Fields that only the root's document has: the project and its structure. */
import { languageOf } from '../../../core/languages/index.ts';
import { baseName } from '../document/scope.ts';
import type { DirectoryNode } from '../freshness/scan.ts';
import { roleOf } from './file-role.ts';
import { languageName } from './files-field.ts';
import type { Manifest, ManifestKind } from './manifests/index.ts';
import { firstSentence } from './prose.ts';
import type { DirectoryFacts } from './read-directory.ts';

export interface ProjectEntry {
  name: string;
  description: string;
  language: string;
  framework?: string;
  package_manager?: string;
}

export interface StructureEntry {
  path: string;
  summary: string;
}

const MANIFEST_KINDS = ['npm', 'python', 'cargo', 'go', 'maven', 'ruby', 'composer', 'mix'] as const;
const MANIFEST_LANGUAGES: Readonly<Record<ManifestKind, readonly string[]>> = {
  npm: ['typescript', 'tsx', 'javascript', 'jsx', 'vue', 'svelte', 'astro', 'coffeescript'],
  python: ['python'],
  cargo: ['rust'],
  go: ['go'],
  maven: ['java', 'kotlin', 'scala', 'groovy'],
  ruby: ['ruby'],
  composer: ['php'],
  mix: ['elixir', 'erlang'],
};

/** Frameworks by the name of their package, the more specific first. */
const FRAMEWORKS: readonly (readonly [name: string, title: string])[] = [
  ['next', 'Next.js'],
  ['nuxt', 'Nuxt'],
  ['@remix-run/react', 'Remix'],
  ['@sveltejs/kit', 'SvelteKit'],
  ['astro', 'Astro'],
  ['@angular/core', 'Angular'],
  ['@nestjs/core', 'NestJS'],
  ['react', 'React'],
  ['vue', 'Vue'],
  ['svelte', 'Svelte'],
  ['express', 'Express'],
  ['fastify', 'Fastify'],
  ['koa', 'Koa'],
  ['hono', 'Hono'],
  ['electron', 'Electron'],
  ['django', 'Django'],
  ['fastapi', 'FastAPI'],
  ['flask', 'Flask'],
  ['starlette', 'Starlette'],
  ['rails', 'Ruby on Rails'],
  ['sinatra', 'Sinatra'],
  ['laravel/framework', 'Laravel'],
  ['symfony/framework-bundle', 'Symfony'],
  ['phoenix', 'Phoenix'],
  ['axum', 'axum'],
  ['actix-web', 'Actix Web'],
  ['rocket', 'Rocket'],
  ['github.com/gin-gonic/gin', 'Gin'],
  ['github.com/labstack/echo/v4', 'Echo'],
  ['github.com/gofiber/fiber/v2', 'Fiber'],
  ['org.springframework.boot:spring-boot-starter', 'Spring Boot'],
  ['org.springframework.boot:spring-boot-starter-web', 'Spring Boot'],
  ['io.quarkus:quarkus-core', 'Quarkus'],
];
const LOCK_FILES: readonly (readonly [kind: ManifestKind, file: string, manager: string])[] = [
  ['npm', 'pnpm-lock.yaml', 'pnpm'],
  ['npm', 'yarn.lock', 'yarn'],
  ['npm', 'bun.lock', 'bun'],
  ['npm', 'bun.lockb', 'bun'],
  ['npm', 'package-lock.json', 'npm'],
  ['python', 'uv.lock', 'uv'],
  ['python', 'poetry.lock', 'poetry'],
  ['python', 'pdm.lock', 'pdm'],
  ['python', 'Pipfile.lock', 'pipenv'],
];
const DEFAULT_MANAGERS: Partial<Record<ManifestKind, string>> = { npm: 'npm', python: 'pip' };
const BUILD_FILES: readonly (readonly [file: string, manager: string])[] = [
  ['build.gradle', 'gradle'],
  ['build.gradle.kts', 'gradle'],
  ['build.sbt', 'sbt'],
  ['Package.swift', 'swift'],
  ['build.zig.zon', 'zig'],
  ['stack.yaml', 'stack'],
  ['CMakeLists.txt', 'cmake'],
];

export interface ProjectSources {
  root: DirectoryFacts;
  /** Every file name at the root, including lock files. */
  names: ReadonlySet<string>;
  /** The path of the root; its name is used if no manifest names the project. */
  directory: string;
  /** Bytes of code by language. */
  languages: ReadonlyMap<string, number>;
  summary: string;
  /** Every directory with its summary. */
  structure: readonly StructureEntry[];
}

/** The kinds of manifests for the language of most of the code. */
export function mainKinds(languages: ReadonlyMap<string, number>): ManifestKind[] {
  const language = mainLanguage(languages) ?? '';
  return MANIFEST_KINDS.filter((kind) => MANIFEST_LANGUAGES[kind].includes(language));
}

function mainLanguage(languages: ReadonlyMap<string, number>): string | undefined {
  return [...languages].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export function projectField(sources: ProjectSources): ProjectEntry {
  const { root, languages, summary, directory } = sources;
  const language = mainLanguage(languages);
  const kinds = mainKinds(languages);
  const main = root.manifests.find(({ kind }) => kinds.includes(kind)) ?? root.manifests[0];
  const framework = frameworkOf(main);
  const manager = managerOf(main, sources);
  return {
    name: main?.name ?? root.manifests.find(({ name }) => name !== undefined)?.name ?? baseName(directory),
    description: (main?.description && firstSentence(main.description)) ?? summary,
    language: language === undefined ? 'unknown' : languageName(language),
    ...(framework === undefined ? {} : { framework }),
    ...(manager === undefined ? {} : { package_manager: manager }),
  };
}

function frameworkOf(manifest: Manifest | undefined): string | undefined {
  const names = new Set(manifest?.dependencies.map((name) => name.toLowerCase()));
  return FRAMEWORKS.find(([name]) => names.has(name) && manifest?.name?.toLowerCase() !== name)?.[1];
}

function managerOf(manifest: Manifest | undefined, { names }: ProjectSources): string | undefined {
  if (manifest === undefined) return BUILD_FILES.find(([file]) => names.has(file))?.[1];
  const lock = LOCK_FILES.find(([kind, file]) => kind === manifest.kind && names.has(file));
  return manifest.packageManager ?? lock?.[2] ?? DEFAULT_MANAGERS[manifest.kind];
}

/** Nobody reads a longer list. */
const MOST_DIRECTORIES = 40;

/** The directories at the first level; also those at the second, if they fit. */
export function structureField({ structure }: ProjectSources): StructureEntry[] {
  const upTo = (depth: number) => structure.filter(({ path }) => path.split('/').length <= depth);
  const shown = upTo(2);
  return shown.length <= MOST_DIRECTORIES ? shown : upTo(1).slice(0, MOST_DIRECTORIES);
}

/** Script languages in which a project may be written; other scripts only build it. */
const SHELLS = new Set(['bash', 'fish', 'powershell']);
/** From this share of C++ on, what looks like C counts as C++. */
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

/** Headers of C++ have the same ending as those of C. */
function withHeaders(languages: Map<string, number>): Map<string, number> {
  const [c = 0, cpp = 0] = [languages.get('c'), languages.get('cpp')];
  if (cpp < c * SHARE_OF_CPP) return languages;
  languages.delete('c');
  return cpp === 0 ? languages : languages.set('cpp', c + cpp);
}
