/**
 * All languages, one row each: file endings, grammar, and reader, which is loaded at its first use. Written by hand, because the
 * bundle is built ahead of time and no folder is scanned.
 */
import { type LanguageAdapter, treeSitterAdapter } from './adapter.ts';
import { markdown } from './readers/markdown.ts';

export const ADAPTERS: readonly LanguageAdapter[] = [
  treeSitterAdapter({
    name: 'bash',
    extensions: ['.sh', '.bash', '.zsh', '.bats'],
    grammar: 'bash',
    reader: () => import('./readers/bash.ts'),
  }),
  treeSitterAdapter({
    name: 'c',
    extensions: ['.c', '.h'],
    // Headers may be C or C++; the grammar of C++ reads nearly all C, but not the other way round.
    grammar: (path) => (path.toLowerCase().endsWith('.h') ? 'cpp' : 'c'),
    reader: () => import('./readers/c-family.ts'),
  }),
  treeSitterAdapter({
    name: 'cpp',
    extensions: ['.cpp', '.cc', '.cxx', '.hpp', '.hh', '.hxx', '.ipp', '.inl', '.cu', '.cuh'],
    grammar: 'cpp',
    reader: () => import('./readers/c-family.ts'),
  }),
  treeSitterAdapter({
    name: 'csharp',
    extensions: ['.cs', '.csx'],
    grammar: 'c_sharp',
    reader: () => import('./readers/csharp.ts'),
  }),
  treeSitterAdapter({
    name: 'elixir',
    extensions: ['.ex', '.exs'],
    grammar: 'elixir',
    reader: () => import('./readers/elixir.ts'),
  }),
  treeSitterAdapter({
    name: 'go',
    extensions: ['.go'],
    grammar: 'go',
    reader: () => import('./readers/go.ts'),
  }),
  treeSitterAdapter({
    name: 'haskell',
    extensions: ['.hs'],
    grammar: 'haskell',
    reader: () => import('./readers/haskell.ts'),
  }),
  treeSitterAdapter({
    name: 'java',
    extensions: ['.java'],
    grammar: 'java',
    reader: () => import('./readers/java.ts'),
  }),
  treeSitterAdapter({
    name: 'javascript',
    extensions: ['.js', '.jsx', '.mjs', '.cjs'],
    grammar: 'javascript',
    reader: () => import('./readers/ecmascript/index.ts'),
  }),
  treeSitterAdapter({
    name: 'kotlin',
    extensions: ['.kt', '.kts'],
    grammar: 'kotlin',
    reader: () => import('./readers/kotlin.ts'),
  }),
  treeSitterAdapter({
    name: 'lua',
    extensions: ['.lua'],
    grammar: 'lua',
    reader: () => import('./readers/lua.ts'),
  }),
  markdown,
  treeSitterAdapter({
    name: 'php',
    extensions: ['.php', '.phtml', '.php5'],
    grammar: 'php',
    reader: () => import('./readers/php.ts'),
  }),
  treeSitterAdapter({
    name: 'python',
    extensions: ['.py', '.pyi', '.pyw'],
    grammar: 'python',
    reader: () => import('./readers/python/index.ts'),
  }),
  treeSitterAdapter({
    name: 'ruby',
    extensions: ['.rb', '.rake', '.gemspec', '.ru'],
    grammar: 'ruby',
    reader: () => import('./readers/ruby.ts'),
  }),
  treeSitterAdapter({
    name: 'rust',
    extensions: ['.rs'],
    grammar: 'rust',
    reader: () => import('./readers/rust.ts'),
  }),
  treeSitterAdapter({
    name: 'scala',
    extensions: ['.scala', '.sc', '.sbt'],
    grammar: 'scala',
    reader: () => import('./readers/scala.ts'),
  }),
  treeSitterAdapter({
    name: 'swift',
    extensions: ['.swift'],
    grammar: 'swift',
    reader: () => import('./readers/swift.ts'),
  }),
  treeSitterAdapter({
    name: 'typescript',
    extensions: ['.ts', '.tsx', '.mts', '.cts'],
    // In .ts files `<T>x` is a cast, in .tsx files an element: two grammars.
    grammar: (path) => (path.toLowerCase().endsWith('.tsx') ? 'tsx' : 'typescript'),
    reader: () => import('./readers/ecmascript/index.ts'),
  }),
  treeSitterAdapter({
    name: 'zig',
    extensions: ['.zig', '.zon'],
    grammar: 'zig',
    reader: () => import('./readers/zig.ts'),
  }),
];

export function adapterFor(path: string): LanguageAdapter | undefined {
  return ADAPTERS.find((adapter) => adapter.supportsPath(path));
}
