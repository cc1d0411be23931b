/** Rust: `mod name;` is a file in the same directory or below; `use` follows the module tree of this crate or of another one in the workspace. */
import { posix } from 'node:path';
import { directoryOf, type FileView, inDirectory, type Resolver, upwards } from './file-view.ts';

const CRATE_ROOTS = ['lib.rs', 'main.rs'];
/** Files whose submodules are in the same directory; those of `a.rs` are in `a/`. */
const OWNERS = new Set(['mod.rs', ...CRATE_ROOTS]);

export const resolveRust: Resolver = async ({ from, reference, view }) => {
  const segments = reference.specifier
    .split('::')
    .map((segment) => segment.trim().replace(/^r#/, ''))
    .filter((segment) => segment !== '');
  // The module itself, as a path begins with it; a use of something in the same file names no other file.
  if (segments.length === 1 && (segments[0] === 'self' || segments[0] === 'crate')) {
    const own = segments[0] === 'self' ? from : (crateRoot(view, from) ?? from);
    return [own];
  }
  const found = reference.kind === 'mod' ? submodule(view, from, segments) : await used(view, from, segments);
  return found === undefined || found === from ? [] : [found];
};

function submodule(view: FileView, from: string, segments: readonly string[]): string | undefined {
  return moduleAt(view, childrenOf(from), segments.join('/'));
}

function moduleAt(view: FileView, directory: string, path: string): string | undefined {
  const target = inDirectory(directory, path);
  return [`${target}.rs`, `${target}/mod.rs`].find((candidate) => view.has(candidate));
}

/** The directory that holds the submodules of a file. */
function childrenOf(path: string): string {
  const directory = directoryOf(path);
  return OWNERS.has(posix.basename(path)) ? directory : inDirectory(directory, posix.basename(path, '.rs'));
}

async function used(view: FileView, from: string, segments: readonly string[]): Promise<string | undefined> {
  const [first, ...rest] = segments;
  if (first === 'crate') {
    const root = crateRoot(view, from);
    return root === undefined ? undefined : deepest(view, directoryOf(root), rest, root);
  }
  if (first === 'self') return deepest(view, childrenOf(from), rest, undefined);
  if (first === 'super') {
    let directory = directoryOf(childrenOf(from));
    let path = rest;
    while (path[0] === 'super') {
      directory = directoryOf(directory);
      path = path.slice(1);
    }
    return deepest(view, directory, path, ownerOf(view, directory));
  }
  if (first === undefined) return undefined;
  const crates = await view.remember('crates', () => cratesOf(view));
  const root = crates.get(first);
  if (root !== undefined) return deepest(view, directoryOf(root), rest, root);
  // Since the 2018 edition a path may also begin with a submodule.
  return deepest(view, childrenOf(from), segments, undefined);
}

/** The last segments may be items of a module: leaves them out one by one until there is a file. */
function deepest(
  view: FileView,
  directory: string,
  segments: readonly string[],
  fallback: string | undefined,
): string | undefined {
  for (let count = segments.length; count > 0; count--) {
    const found = moduleAt(view, directory, segments.slice(0, count).join('/'));
    if (found !== undefined) return found;
  }
  return fallback;
}

/** The file whose submodules are in the directory. */
function ownerOf(view: FileView, directory: string): string | undefined {
  const inside = [...OWNERS].map((name) => inDirectory(directory, name));
  return [...inside, `${directory}.rs`].find((candidate) => view.has(candidate));
}

function crateRoot(view: FileView, from: string): string | undefined {
  for (const directory of upwards(directoryOf(from)))
    for (const name of CRATE_ROOTS)
      if (view.has(inDirectory(directory, name))) return inDirectory(directory, name);
  return undefined;
}

async function cratesOf(view: FileView): Promise<Map<string, string>> {
  const crates = new Map<string, string>();
  for (const manifest of view.named('Cargo.toml')) {
    const text = (await view.text(manifest)) ?? '';
    const section = /^\[package\][ \t]*\r?$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? '';
    const name = /^[ \t]*name[ \t]*=[ \t]*["']([^"']+)["']/m.exec(section)?.[1];
    const root = inDirectory(directoryOf(manifest), 'src/lib.rs');
    if (name !== undefined && view.has(root)) crates.set(name.replaceAll('-', '_'), root);
  }
  return crates;
}
