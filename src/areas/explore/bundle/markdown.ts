/** `last_bundle.md`: the bundle for a person. Pure. */
import type { Bundle } from './bundle.ts';

export function bundleMarkdown(bundle: Bundle): string {
  const { totals } = bundle;
  const parts = bundle.selections.map(({ path, startLine, endLine, excerpt, rationale }) => {
    const fence = '`'.repeat(Math.max(3, longestRun(excerpt) + 1));
    return `## ${path}:${startLine}-${endLine}\n\n${rationale}\n\n${fence}\n${excerpt}\n${fence}`;
  });
  const dropped = bundle.considered.filter(({ verdict }) => verdict === 'dropped');
  const leftOut = dropped.map(
    ({ path, startLine, endLine, reason }) => `- ${path}:${startLine}-${endLine}: ${reason}`,
  );
  return `${[
    `# Context bundle ${bundle.bundleId}`,
    `${totals.files} files, ${totals.lines} lines, about ${totals.tokens} tokens; made by Pilotbook ${bundle.version}.`,
    ...parts,
    ...(leftOut.length > 0 ? ['## Left out', leftOut.join('\n')] : []),
  ].join('\n\n')}\n`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
