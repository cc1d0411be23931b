/** What the code of a directory imports: other directories of the project, and packages by the names manifests declare. */
import { builtinModules } from 'node:module';
import type { ImportReference } from '../../../core/languages/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { scopeOf, withoutEnding } from '../document/scope.ts';
import type { Manifest, ManifestKind } from './manifests/index.ts';
import type { SourceFile } from './source-file.ts';

/** Resolves an import to files of the project. */
export type ImportTargets = (from: string, reference: ImportReference) => Promise<readonly string[]>;

export interface DirectoryImports {
  /** Other directories of the project, the most imported first. */
  internal: readonly string[];
  /** External packages, the most imported first. */
  external: readonly string[];
  /** How many files of the directory import each of its files, by the path without its ending. */
  importers: ReadonlyMap<string, number>;
}

/** `above` are the manifests of the directory and of those above it, nearest first. */
export async function directoryImports(
  scope: string,
  files: readonly SourceFile[],
  above: readonly Manifest[],
  targets: ImportTargets,
): Promise<DirectoryImports> {
  const internal = new Map<string, number>();
  const external = new Map<string, number>();
  const importers = new Map<string, number>();
  const findExternal = externalFinder(above);
  for (const { path, language, imports } of files)
    for (const reference of imports) {
      const found = await targets(path, reference);
      // Including `server.h` counts as importing `server.c`.
      for (const own of new Set(found.filter((each) => scopeOf(each) === scope).map(withoutEnding)))
        if (own !== withoutEnding(path)) importers.set(own, (importers.get(own) ?? 0) + 1);
      const scopes = new Set(found.map(scopeOf));
      for (const target of scopes)
        if (target !== scope) internal.set(target, (internal.get(target) ?? 0) + 1);
      const name = found.length > 0 ? undefined : findExternal(language, reference);
      if (name !== undefined) external.set(name, (external.get(name) ?? 0) + 1);
    }
  return { internal: mostUsed(internal), external: mostUsed(external), importers };
}

function mostUsed(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || byCodeUnit(a, b)).map(([name]) => name);
}

type Finder = (reference: ImportReference, declared: ReadonlySet<string>) => string | undefined;

const NODE_MODULES = new Set(builtinModules);

/** Without declared packages, an alias looks like a package name, so any name counts. */
const npm: Finder = ({ specifier }, declared) => {
  if (/^(?:[./#~]|@\/|\w+:)/.test(specifier)) return undefined;
  const [first = '', second = ''] = specifier.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  if (NODE_MODULES.has(name)) return undefined;
  return declared.size === 0 || declared.has(name) ? name : undefined;
};

const python: Finder = ({ specifier }, declared) => {
  if (specifier.startsWith('.')) return undefined;
  const [root = ''] = specifier.split('.');
  if (root === '' || PYTHON_STANDARD_LIBRARY.has(root)) return undefined;
  for (const name of declared) if (folded(name) === folded(root)) return name;
  return root;
};

/** The longest declared module that the path begins with; else its first three parts, which name a repository. */
const go: Finder = ({ specifier }, declared) => {
  const [host = '', ...rest] = specifier.split('/');
  if (!host.includes('.')) return undefined;
  let longest: string | undefined;
  for (const name of declared)
    if ((specifier === name || specifier.startsWith(`${name}/`)) && name.length > (longest?.length ?? 0))
      longest = name;
  return longest ?? [host, ...rest.slice(0, 2)].join('/');
};

const cargo: Finder = ({ specifier }, declared) => {
  const [crate = ''] = specifier.split('::');
  for (const name of declared) if (folded(name) === folded(crate)) return name;
  return undefined;
};

const maven: Finder = ({ specifier }, declared) => {
  for (const name of declared) {
    const [group = ''] = name.split(':');
    if (specifier.startsWith(`${group}.`)) return name;
  }
  return undefined;
};

const ruby: Finder = ({ specifier }, declared) => {
  const root = specifier.split('/')[0] ?? '';
  return declared.has(specifier) ? specifier : declared.has(root) ? root : undefined;
};

const FINDERS: Readonly<Record<string, readonly [ManifestKind, Finder]>> = {
  typescript: ['npm', npm],
  tsx: ['npm', npm],
  javascript: ['npm', npm],
  jsx: ['npm', npm],
  vue: ['npm', npm],
  svelte: ['npm', npm],
  python: ['python', python],
  go: ['go', go],
  rust: ['cargo', cargo],
  java: ['maven', maven],
  kotlin: ['maven', maven],
  scala: ['maven', maven],
  ruby: ['ruby', ruby],
};

type ExternalFinder = (language: string, reference: ImportReference) => string | undefined;

function externalFinder(above: readonly Manifest[]): ExternalFinder {
  const known = new Map<ManifestKind, { declared: Set<string>; own: Set<string> }>();
  const namesOf = (kind: ManifestKind) => {
    const before = known.get(kind);
    if (before !== undefined) return before;
    const manifests = above.filter((manifest) => manifest.kind === kind);
    const names = {
      declared: new Set(manifests.flatMap((each) => [...each.dependencies, ...each.devDependencies])),
      own: new Set(manifests.flatMap(({ name }) => name ?? [])),
    };
    known.set(kind, names);
    return names;
  };
  return (language, reference) => {
    const [kind, find] = FINDERS[language] ?? [];
    if (kind === undefined || find === undefined) return undefined;
    const { declared, own } = namesOf(kind);
    const found = find(reference, declared);
    return found !== undefined && own.has(found) ? undefined : found;
  };
}

/** `scikit-learn` and `scikit_learn` are the same package. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '_');
}

/** Top-level modules of Python's standard library from 3.8 on, including those that later versions removed. */
const PYTHON_STANDARD_LIBRARY: ReadonlySet<string> = new Set(
  (
    '__future__ __main__ abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore ' +
    'atexit audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd ' +
    'code codecs codeop collections colorsys compileall compression concurrent configparser contextlib ' +
    'contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis ' +
    'distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch ' +
    'fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib ' +
    'heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json ' +
    'keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap ' +
    'modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode ' +
    'operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib ' +
    'poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat ' +
    'queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors ' +
    'shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile ' +
    'sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys ' +
    'sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading time ' +
    'timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing ' +
    'unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref ' +
    'xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo'
  ).split(' '),
);
