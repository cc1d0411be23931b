/**
 * The texts of recall's resources: the project, a module with its knowledge, the sessions. They are Markdown of limited size;
 * text from the repository stays on its line, so that it cannot pretend to be structure.
 */
import { posix } from 'node:path';
import { isoTime } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { resolverFor } from '../../../core/imports/index.ts';
import { byCodeUnit, keywords, showControls } from '../../../core/text/index.ts';
import { createDependencyReader, dependenciesOf } from '../dependencies.ts';
import type { DiscoveryType, KnowledgeDocument } from '../knowledge-document.ts';
import { roleOf } from '../place.ts';
import type { RecallDeps } from '../recall-deps.ts';
import type { Discovered, Session } from '../sessions/session-store.ts';
import { findModule, type Module, type Project, readProject, textAt } from './project.ts';

/** Files of a module that are parsed to find what it depends on. */
const MOST_PARSED = 30;

export type ResourceDeps = Pick<RecallDeps, 'workspace' | 'knowledge' | 'sessions' | 'clock'>;

export interface ResourceTexts {
  overview(signal: AbortSignal): Promise<string>;
  module(name: string, signal: AbortSignal): Promise<string>;
  current(): Promise<string>;
  recent(limit: number): Promise<string>;
  /** In code-unit order. */
  moduleNames(signal: AbortSignal): Promise<string[]>;
}

export function createResourceTexts({ workspace, knowledge, sessions, clock }: ResourceDeps): ResourceTexts {
  const reader = createDependencyReader({ workspace, clock });

  /** The directories that the first files of the module import from. */
  async function modulesUsedBy(files: readonly string[], signal: AbortSignal): Promise<string[]> {
    const sources = files.filter((path) => resolverFor(path) !== undefined && roleOf(path) !== 'test');
    const inside = new Set(files);
    const used = new Set<string>();
    for (const path of sources.slice(0, MOST_PARSED)) {
      signal.throwIfAborted();
      const text = await textAt(workspace, path);
      const { found } = text === undefined ? { found: [] } : await dependenciesOf(reader, path, text, signal);
      for (const dependency of found)
        if (!inside.has(dependency.path)) used.add(posix.dirname(dependency.path));
    }
    return [...used].sort(byCodeUnit);
  }

  return {
    overview: async (signal) => overviewText(await readProject(workspace, signal), await knowledge(signal)),
    async module(name, signal) {
      const project = await readProject(workspace, signal);
      const found = findModule(project.modules, project.paths, name);
      if (found === undefined)
        throw new AppError('not_found', 'module_not_found', `Module not found: ${name.slice(0, 80)}`);
      const all = await knowledge(signal);
      const ids = documentsOf(found, all).map(({ id }) => id);
      const used = await modulesUsedBy(found.files, signal);
      return moduleText(found, all, await sessions.ofDiscoveries(ids), used);
    },
    async current() {
      const session = await sessions.current();
      if (session === undefined) throw new AppError('not_found', 'no_session', 'No active session');
      return currentText(session, clock.now());
    },
    recent: async (limit) => recentText(await sessions.recent(limit), clock.now()),
    async moduleNames(signal) {
      const { modules } = await readProject(workspace, signal);
      return [...new Set(modules.map(({ name }) => name))].sort(byCodeUnit);
    },
  };
}

const OVERVIEW_MAX_BYTES = 50 * 1024;
const MODULE_MAX_BYTES = 20 * 1024;
const CURRENT_MAX_BYTES = 10 * 1024;
const RECENT_MAX_BYTES = 50 * 1024;

const ARCHITECTURES: Record<Project['architecture'], string> = {
  'feature-based': 'one directory for each feature',
  layered: 'one directory for each layer',
  modular: 'one directory for each module',
  monorepo: 'several packages in one repository',
  unknown: 'no recognizable pattern',
};

/** context://project/overview */
function overviewText(project: Project, documents: readonly KnowledgeDocument[]): string {
  const { name, type, description, stack, runtime, packageManager, architecture, modules } = project;
  return limited(
    [
      `# ${oneLine(name)}`,
      '',
      ...(description === undefined ? [] : [oneLine(description), '']),
      `- Type: ${type}`,
      '- Path: .',
      `- Stack: ${stack.map(oneLine).join(', ') || 'unknown'}`,
      `- Runtime: ${runtime}`,
      ...(packageManager === undefined ? [] : [`- Package manager: ${packageManager}`]),
      `- Architecture: ${architecture} (${ARCHITECTURES[architecture]})`,
      '',
      '## Modules',
      ...modules.flatMap((module) => ['', ...moduleLines(module, documents)]),
    ],
    OVERVIEW_MAX_BYTES,
  );
}

function moduleLines(module: Module, documents: readonly KnowledgeDocument[]): string[] {
  const known = documentsOf(module, documents);
  const count = (kind: KnowledgeDocument['type']) => known.filter(({ type }) => type === kind).length;
  return [
    `### ${oneLine(module.name)} (${oneLine(module.directory)}, ${module.files.length} files)`,
    ...descriptionOf(known),
    ...bullets(module.keyFiles.map(({ path, role }) => `${path} (${role})`)),
    `- Recorded: ${count('pattern')} patterns, ${count('rule')} rules, ${count('issue')} issues, ${count('decision')} decisions`,
  ];
}

function documentsOf(module: Module, documents: readonly KnowledgeDocument[]): KnowledgeDocument[] {
  const names = [module.name.toLowerCase(), module.directory.toLowerCase()];
  return documents
    .filter((document) => names.includes(document.module?.toLowerCase() ?? ''))
    .sort((a, b) => byCodeUnit(a.id, b.id));
}

/** The summary in the directory's own context. */
function descriptionOf(documents: readonly KnowledgeDocument[]): string[] {
  const summary = documents.find(({ source, type }) => source === 'context' && type === undefined);
  return summary === undefined ? [] : [oneLine(summary.text)];
}

const SECTIONS: readonly (readonly [DiscoveryType, string])[] = [
  ['pattern', 'Patterns'],
  ['rule', 'Business rules'],
  ['decision', 'Decisions'],
  ['issue', 'Common issues'],
];

/** context://module/{name} */
function moduleText(
  module: Module,
  documents: readonly KnowledgeDocument[],
  discovered: ReadonlyMap<string, Discovered>,
  dependencies: readonly string[],
): string {
  const known = documentsOf(module, documents);
  const lines = [
    `# ${oneLine(module.name)}`,
    '',
    ...descriptionOf(known),
    `Directory: ${oneLine(module.directory)}, ${module.files.length} files`,
    '',
    '## Key files',
    '',
    ...bullets(module.keyFiles.map(({ path, role }) => `${path} (${role})`)),
  ];
  for (const [type, heading] of SECTIONS) {
    const found = known.filter((document) => document.type === type);
    if (found.length > 0)
      lines.push('', `## ${heading}`, '', ...bullets(found.map((each) => entry(each, discovered))));
  }
  if (dependencies.length > 0) lines.push('', '## Dependencies', '', ...bullets(dependencies));
  return limited(lines, MODULE_MAX_BYTES);
}

function entry(document: KnowledgeDocument, discovered: ReadonlyMap<string, Discovered>): string {
  const recorded = discovered.get(document.id);
  const date = document.date ?? (recorded === undefined ? undefined : isoTime(recorded.atMs));
  const facts = [
    document.id,
    ...(date === undefined ? [] : [`discovered ${date}`]),
    ...(recorded === undefined ? [] : [`session ${recorded.session}`]),
    ...(document.supersededBy === undefined ? [] : [`superseded by ${document.supersededBy}`]),
  ];
  return `${document.title} (${facts.join(', ')})`;
}

const MOST_TOPICS = 12;
const SHORT_ID = 8;

/** context://session/current */
function currentText(session: Session, nowMs: number): string {
  const files = session.files.map(
    ({ path, reads }) => `${path} (${reads} ${reads === 1 ? 'read' : 'reads'})`,
  );
  return limited(
    [
      '# Current session',
      '',
      `- Session: ${session.id}`,
      `- Started: ${isoTime(session.startedMs)}`,
      `- Duration: ${duration(nowMs - session.startedMs)}`,
      `- Status: ${session.status}`,
      `- Tool calls: ${session.toolCalls}`,
      `- Discoveries: ${session.discoveries.length}`,
      ...topicLine(session),
      '',
      '## Files',
      '',
      ...(files.length === 0 ? ['None read so far.'] : bullets(files)),
    ],
    CURRENT_MAX_BYTES,
  );
}

/** context://sessions/recent */
function recentText(sessions: readonly Session[], nowMs: number): string {
  const lines = ['# Recent sessions'];
  for (const session of sessions) {
    const until = session.endedMs ?? (session.status === 'active' ? nowMs : session.lastMs);
    lines.push(
      '',
      `## ${session.id.slice(0, SHORT_ID)}`,
      '',
      `- Started: ${isoTime(session.startedMs)}`,
      `- Duration: ${duration(until - session.startedMs)}`,
      `- Status: ${session.status}`,
      `- Files: ${session.fileCount}`,
      ...topicLine(session),
      `- Discoveries: ${session.discoveries.length}`,
    );
  }
  if (sessions.length === 0) lines.push('', 'None yet.');
  return limited(lines, RECENT_MAX_BYTES);
}

function topicLine({ searches }: Session): string[] {
  const topics = keywords(searches.join(' '), MOST_TOPICS);
  return topics.length === 0 ? [] : [`- Topics: ${topics.join(', ')}`];
}

const LONGEST_LINE = 300;

function oneLine(text: string): string {
  const line = showControls(text.replace(/\s+/g, ' ').trim());
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

const bullets = (items: readonly string[]) => items.map((item) => `- ${oneLine(item)}`);

/** Keeps whole lines; the last line says if some were left out. */
function limited(lines: readonly string[], maxBytes: number): string {
  const last = '… more left out';
  const kept: string[] = [];
  let bytes = Buffer.byteLength(last) + 2;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) return `${[...kept, last].join('\n')}\n`;
    kept.push(line);
  }
  return `${kept.join('\n')}\n`;
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
