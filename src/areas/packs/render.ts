/**
 * Renders a pack as Markdown, in the form of the specification. Pure: pack, excerpts and time in, text out. The text is a list
 * of blocks, so that a long pack can be cut into pages between them.
 */
import { byCodeUnit } from '../../core/text/index.ts';
import type { Excerpt } from './ports.ts';
import { timeLeft } from './ttl.ts';
import type { Diagram, Lines, Pack, Ref, Section } from './types.ts';

export type ExcerptOf = (section: Section, ref: Ref) => Excerpt;

/** Larger code is cut into several fences, so that a page can end between them. */
const MAX_FENCE_CHARS = 128 * 1024;
const LINE_NUMBER_WIDTH = 4;
const UNGROUPED = 'ungrouped';

export function renderLegend(pack: Pack, now: number): string {
  const { id, name, status, revision, expiresAt, tags, brief } = pack;
  return [
    '[LEGEND]',
    `# Context pack: ${oneLine(pack.title ?? name ?? 'Untitled')}`,
    `- id: ${id}`,
    ...(name === undefined ? [] : [`- name: ${oneLine(name)}`]),
    `- status: ${status}`,
    `- revision: ${revision}`,
    `- expires_at: ${expiresAt === null ? 'never' : wholeSeconds(expiresAt)}`,
    `- ttl_remaining: ${timeLeft(expiresAt, now)}`,
    ...(tags.length === 0 ? [] : [`- tags: ${tags.map(oneLine).join(', ')}`]),
    ...(brief === undefined ? [] : [`- brief: ${oneLine(brief)}`]),
  ].join('\n');
}

/** One block for each heading, ref and diagram; joined by blank lines they are the content. */
export function renderBlocks(pack: Pack, excerptOf: ExcerptOf): string[] {
  if (pack.sections.length === 0) return ['There are no sections yet.'];
  return pack.sections.flatMap((section) => [
    renderHeading(section),
    ...groupsOf(section.refs).flatMap(([group, refs]) =>
      refs.flatMap((ref, at) => {
        const [first = '', ...rest] = renderRef(section, ref, excerptOf(section, ref));
        return [at === 0 ? `### group: ${group}\n${first}` : first, ...rest];
      }),
    ),
    ...section.diagrams.map((diagram, at) =>
      at === 0 ? `### Diagrams\n${renderDiagram(section, diagram)}` : renderDiagram(section, diagram),
    ),
  ]);
}

function renderHeading({ key, title, description }: Section): string {
  const heading = `## ${oneLine(title)} [${key}]`;
  return description === undefined ? heading : `${heading}\n${description}`;
}

/** Groups in code-unit order of their names; refs keep their order. */
function groupsOf(refs: readonly Ref[]): [string, Ref[]][] {
  const groups = new Map<string, Ref[]>();
  for (const ref of refs) {
    const group = ref.group === undefined ? UNGROUPED : oneLine(ref.group);
    groups.set(group, [...(groups.get(group) ?? []), ref]);
  }
  return [...groups].sort(([a], [b]) => byCodeUnit(a, b));
}

function renderRef(section: Section, ref: Ref, excerpt: Excerpt): string[] {
  const place = excerpt.state === 'stale' ? { path: ref.path, lines: ref.lines } : excerpt;
  const moved = place.lines.start !== ref.lines.start || place.lines.end !== ref.lines.end;
  const head = [
    `#### ${ref.key} [${section.key}]`,
    ...(ref.title === undefined ? [] : [`**${oneLine(ref.title)}**`]),
    `- path: ${place.path}${place.path === ref.path ? '' : ` (moved from ${ref.path})`}`,
    `- lines: ${range(place.lines)}${moved ? ` (moved from ${range(ref.lines)})` : ''}`,
    ...(ref.why === undefined ? [] : [`- why: ${oneLine(ref.why)}`]),
    '',
  ];
  if (excerpt.state === 'stale') return [[...head, `> stale ref: ${excerpt.reason}`].join('\n')];
  const warning = warningOf(excerpt);
  const [code = '', ...more] = fencesOf(excerpt.path, excerpt.lines.start, excerpt.code);
  return [[...head, ...(warning === undefined ? [] : [warning, '']), code].join('\n'), ...more];
}

function warningOf({ state, reason }: Excerpt): string | undefined {
  if (state === 'edited') return `> edited since it was anchored: ${reason}`;
  return state === 'unverified' ? `> not verified: ${reason}` : undefined;
}

function fencesOf(path: string, start: number, code: readonly string[]): string[] {
  const language = languageOf(path);
  const fences: string[] = [];
  let piece: string[] = [];
  let size = 0;
  for (const [at, line] of code.entries()) {
    const numbered = `${String(start + at).padStart(LINE_NUMBER_WIDTH)}: ${cut(line)}`;
    if (size + numbered.length > MAX_FENCE_CHARS && piece.length > 0) {
      fences.push(fenced(language, piece.join('\n')));
      piece = [];
      size = 0;
    }
    piece.push(numbered);
    size += numbered.length + 1;
  }
  return [...fences, fenced(language, piece.join('\n'))];
}

/** A line of minified code can be longer than a page. */
function cut(line: string): string {
  if (line.length <= MAX_FENCE_CHARS) return line;
  return `${line.slice(0, MAX_FENCE_CHARS)} [${line.length - MAX_FENCE_CHARS} characters left out]`;
}

function renderDiagram(section: Section, { key, title, mermaid, why }: Diagram): string {
  return [
    `#### ${key} [${section.key}]`,
    `**${oneLine(title)}**`,
    ...(why === undefined ? [] : [`*${oneLine(why)}*`]),
    '',
    fenced('mermaid', mermaid),
  ].join('\n');
}

function range({ start, end }: Lines): string {
  return `${start}-${end}`;
}

/** A line break in a field would let its text begin a line of its own, like structure. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function wholeSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: 'bash sh',
  c: 'c h',
  cpp: 'cc cpp cxx hpp',
  csharp: 'cs',
  css: 'css',
  dart: 'dart',
  elixir: 'ex exs',
  fsharp: 'fs',
  go: 'go',
  graphql: 'graphql',
  groovy: 'gradle groovy',
  haskell: 'hs',
  hcl: 'tf',
  html: 'htm html',
  java: 'java',
  javascript: 'cjs js mjs',
  json: 'json',
  jsx: 'jsx',
  kotlin: 'kt kts',
  lua: 'lua',
  markdown: 'md',
  perl: 'pl',
  php: 'php',
  powershell: 'ps1',
  protobuf: 'proto',
  python: 'py pyi',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  scss: 'scss',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'cts mts ts',
  vue: 'vue',
  xml: 'xml',
  yaml: 'yaml yml',
  zig: 'zig',
};

const LANGUAGES = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension) => [extension, language] as const),
  ),
);

/** Empty if unknown. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return LANGUAGES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? '';
}

/** Three backticks, or one more than the longest run inside. */
export function fenced(language: string, content: string): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}${content.endsWith('\n') ? '' : '\n'}${fence}`;
}
