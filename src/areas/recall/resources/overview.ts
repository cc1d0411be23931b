/** The text of context://project/overview. */
import { byCodeUnit } from '../../../core/text/index.ts';
import type { KnowledgeDocument } from '../knowledge-document.ts';
import { bullets, limited, oneLine } from './markdown.ts';
import type { Module } from './modules.ts';
import type { Project } from './project.ts';

const MAX_BYTES = 50 * 1024;

const ARCHITECTURES: Record<Project['architecture'], string> = {
  'feature-based': 'one directory for each feature',
  layered: 'one directory for each layer',
  modular: 'one directory for each module',
  monorepo: 'several packages in one repository',
  unknown: 'no recognizable pattern',
};

export function overviewText(project: Project, documents: readonly KnowledgeDocument[]): string {
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
    MAX_BYTES,
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

export function documentsOf(module: Module, documents: readonly KnowledgeDocument[]): KnowledgeDocument[] {
  const names = [module.name.toLowerCase(), module.directory.toLowerCase()];
  return documents
    .filter((document) => names.includes(document.module?.toLowerCase() ?? ''))
    .sort((a, b) => byCodeUnit(a.id, b.id));
}

/** What the directory's own context says it is for. */
export function descriptionOf(documents: readonly KnowledgeDocument[]): string[] {
  const summary = documents.find(({ source, type }) => source === 'context' && type === undefined);
  return summary === undefined ? [] : [oneLine(summary.text)];
}
