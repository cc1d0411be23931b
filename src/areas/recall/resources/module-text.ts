/** The text of context://module/{name}. */
import { isoTime } from '../../../core/clock.ts';
import type { DiscoveryType, KnowledgeDocument } from '../knowledge-document.ts';
import type { Discovered } from '../sessions/session.ts';
import { bullets, limited, oneLine } from './markdown.ts';
import type { Module } from './modules.ts';
import { descriptionOf, documentsOf } from './overview.ts';

const MAX_BYTES = 20 * 1024;
const SECTIONS: readonly (readonly [DiscoveryType, string])[] = [
  ['pattern', 'Patterns'],
  ['rule', 'Business rules'],
  ['decision', 'Decisions'],
  ['issue', 'Common issues'],
];

export function moduleText(
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
  return limited(lines, MAX_BYTES);
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
