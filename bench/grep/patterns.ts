/** What an agent asks of a text search, made from the repository's own words, so that each kind is met on any of them. */
import { spawnSync } from 'node:child_process';
import { extname } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { runs } from '../../src/core/text/index.ts';
import { isRefusal, type Workspace } from '../../src/core/workspace/index.ts';

export interface Asked {
  kind: string;
  pattern: string;
  caseSensitive?: boolean;
  filePattern?: string;
  /** A handful of files at most: what an index is for. */
  selective: boolean;
}

const RARE_WORDS = 8;
/** So long an identifier stands in few files. */
const LEAST_RARE = 14;
const MOST_RARE_FILES = 20;
const ORDINARY_NAME = /^[a-z]+[A-Z_][A-Za-z_]+$/;

export async function patternsOf(workspace: Workspace): Promise<Asked[]> {
  const files = (await workspace.files()).map(({ path }) => path);
  const rare = rareWords(workspace, files);
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = ''] = rare;
  const ending = commonest(files.map((path) => extname(path)).filter((it) => it !== ''));
  const folder = commonest(
    files.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''),
  );
  const selective = (kind: string, pattern: string, more: Partial<Asked> = {}): Asked => ({
    kind,
    pattern,
    selective: true,
    ...more,
  });
  const broad = (kind: string, pattern: string, more: Partial<Asked> = {}): Asked => ({
    kind,
    pattern,
    selective: false,
    ...more,
  });
  return [
    selective('rare literal', a),
    selective('rare literal', b),
    selective('rare literal', c),
    selective('rare literal, case', d, { caseSensitive: true }),
    selective('rare literal, case', e, { caseSensitive: true }),
    selective('absent literal', 'nobodyEverWroteThisWord'),
    selective('rare word', `\\b${f}\\b`),
    selective('rare call', `${g}\\s*\\(`),
    selective('rare at a declaration', `(?:func|def|class|function|type)\\s+.*${h}`),
    selective('two rare ones', `${a}|${b}`),
    selective('rare, by ending', c, { filePattern: `**/*${ending}` }),
    selective('rare, by folder', d, { filePattern: `${folder}/**` }),
    broad('common literal', 'return'),
    broad('common literal', 'error'),
    broad('common literal, case', 'import', { caseSensitive: true }),
    broad('common phrase', 'if not|== nil'),
    broad('common, by ending', 'return', { filePattern: `**/*${ending}` }),
    broad('common, by folder', 'name', { filePattern: `${folder}/**` }),
    broad('no literal', '\\b[A-Z]{2}\\d{4}\\b', { caseSensitive: true }),
    broad('no literal', '[0-9]{9,}'),
    broad('short literal', 'TODO'),
  ];
}

function rareWords(workspace: Workspace, files: readonly string[]): string[] {
  const next = numbers();
  const found = new Set<string>();
  for (let tries = 0; found.size < RARE_WORDS && tries < files.length; tries++) {
    const path = workspace.resolve(files[Math.floor(next() * files.length)] ?? '');
    const file = typeof path === 'string' ? workspace.readTextSync(path) : path;
    if (isRefusal(file)) continue;
    const longest = runs(file.text)
      .filter((word) => ORDINARY_NAME.test(word) && word.length >= LEAST_RARE)
      .sort((x, y) => y.length - x.length)[0];
    if (longest !== undefined && isRare(workspace.root, longest)) found.add(longest);
  }
  return [...found];
}

function isRare(root: string, word: string): boolean {
  const args = ['--no-config', '--hidden', '--glob=!.git', '-i', '-l', '-F', '-e', word, './'];
  const { stdout } = spawnSync(rgPath, args, { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').length - 1 <= MOST_RARE_FILES;
}

function commonest(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((x, y) => y[1] - x[1])[0]?.[0] ?? '';
}

/** The same on every run. */
function numbers(): () => number {
  let seed = 4_711;
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed / 0x8000_0000;
  };
}
