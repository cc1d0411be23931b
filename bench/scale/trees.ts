/**
 * Trees of a given number of text files, taken evenly from checkouts of public repositories, so that every size has the same mix. When
 * there are not enough files, copies follow in which two of three longer identifiers have another name: words that no other copy has.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { byCodeUnit } from '../../src/core/text/index.ts';
import { MAX_FILE_BYTES } from '../open-index.ts';

/** Written last: a tree without it is not whole. Hidden, so that it is no file of the tree. */
const DONE = '.made-by-bench-scale';

export interface Tree {
  root: string;
  files: number;
  textBytes: number;
}

/** The tree below `into`; one that is there already is used again. */
export function treeOf(size: number, checkouts: string, into: string): Tree {
  const root = join(into, `tree-${size}`);
  const done = join(root, DONE);
  if (existsSync(done)) return { root, ...JSON.parse(readFileSync(done, 'utf8')) };
  rmSync(root, { recursive: true, force: true });
  const sources = textFiles(checkouts);
  if (sources.length === 0) throw new Error(`${checkouts} holds no text files`);
  let textBytes = 0;
  for (let n = 0; n < size; n++) {
    const copy = Math.floor(n / sources.length);
    const left = Math.min(sources.length, size - copy * sources.length);
    const source = sources[Math.floor(((n % sources.length) * sources.length) / left)] ?? '';
    const text = readFileSync(join(checkouts, source));
    const bytes = copy === 0 ? text : Buffer.from(renamed(text.toString(), copy));
    const path = join(root, copy === 0 ? '' : `copy-${copy}`, source);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    textBytes += bytes.length;
  }
  writeFileSync(done, JSON.stringify({ files: size, textBytes }));
  return { root, files: size, textBytes };
}

/** What the index takes for text, without hidden files, in order of path. */
function textFiles(checkouts: string): string[] {
  const files: string[] = [];
  const walk = (directory: string): void => {
    const entries = readdirSync(join(checkouts, directory), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => byCodeUnit(a.name, b.name))) {
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && isText(join(checkouts, path))) files.push(path);
    }
  };
  walk('');
  return files;
}

function isText(path: string): boolean {
  const bytes = readFileSync(path);
  return bytes.length > 0 && bytes.length <= MAX_FILE_BYTES && !bytes.includes(0);
}

const LONG_IDENTIFIER = /\b[A-Za-z_][A-Za-z0-9_]{5,}\b/g;
/** Of three identifiers one keeps its name, as words of a language and of its library do. */
const KEPT = 3;

function renamed(text: string, copy: number): string {
  const ending = `Q${copy.toString(36)}`;
  return text.replace(LONG_IDENTIFIER, (name) => (sumOf(name) % KEPT === 0 ? name : name + ending));
}

function sumOf(name: string): number {
  let sum = 0;
  for (let i = 0; i < name.length; i++) sum = (Math.imul(sum, 31) + name.charCodeAt(i)) >>> 0;
  return sum;
}
