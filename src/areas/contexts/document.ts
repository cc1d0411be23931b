/** The document of one directory: found, or in what way not. Expected outcomes, so values. */

import { conflictLine, parseYaml, type YamlText } from '../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import { CONTEXT_VERSION } from './fields.ts';
import type { ContextDocument } from './schema.ts';
import { inScope } from './scope.ts';

export const CONTEXT_FILE = '.context.yaml';

/** The document of a directory, as a path from the root. */
export function contextFile(scope: string): string {
  return inScope(scope, CONTEXT_FILE);
}

export interface DocumentProblem {
  line: number;
  message: string;
}

export type DocumentRead =
  | { state: 'found'; document: ContextDocument; text: string; yaml: YamlText }
  | { state: 'missing' }
  /** Written by a later version: read no further and never overwritten. */
  | { state: 'unsupported'; version: number }
  /** With `conflict`, the whole text: a merge left its marks in it. */
  | { state: 'corrupt'; problems: DocumentProblem[]; conflict?: string };

export async function readDocument(workspace: Workspace, scope: string): Promise<DocumentRead> {
  const path = workspace.resolve(contextFile(scope));
  if (isRefusal(path)) return { state: 'missing' };
  const read = await workspace.readText(path);
  if (!isRefusal(read)) return await parseDocument(read.text);
  return read.refused === 'missing' || read.refused === 'not_a_file'
    ? { state: 'missing' }
    : { state: 'corrupt', problems: [{ line: 1, message: read.reason }] };
}

export async function parseDocument(text: string): Promise<DocumentRead> {
  const marks = conflictLine(text);
  if (marks !== undefined)
    return {
      state: 'corrupt',
      problems: [{ line: marks, message: 'it contains merge conflict markers' }],
      conflict: text,
    };
  const yaml = await parseYaml(text);
  if (!yaml.ok)
    return {
      state: 'corrupt',
      problems: [{ line: yaml.line, message: yaml.problem === 'broken' ? 'not valid YAML' : yaml.problem }],
    };
  const version = versionOf(yaml.value);
  if (version !== undefined && version > CONTEXT_VERSION) return { state: 'unsupported', version };
  const { contextSchema } = await import('./schema.ts');
  const checked = contextSchema.safeParse(yaml.value);
  if (checked.success) return { state: 'found', document: checked.data, text, yaml };
  return {
    state: 'corrupt',
    problems: checked.error.issues.map(({ path, message, code, ...issue }) => {
      const unknown = code === 'unrecognized_keys' && 'keys' in issue ? issue.keys[0] : undefined;
      const steps = [...path.map(step), ...(unknown === undefined ? [] : [unknown])];
      return { line: yaml.lineAt(steps), message: `${steps.join('.') || 'document'}: ${message}` };
    }),
  };
}

/** The schema has no symbols for keys; its type allows them. */
function step(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key;
}

function versionOf(value: unknown): number | undefined {
  const version =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  return typeof version === 'number' && Number.isFinite(version) ? version : undefined;
}
