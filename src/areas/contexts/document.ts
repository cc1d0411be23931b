/** The document of one directory: found, or in what way not. Expected outcomes, so values. */
import { isRefusal, type RepoPath, type Workspace } from '../../core/workspace/index.ts';
import { CONTEXT_VERSION, type ContextDocument, contextSchema } from './schema.ts';
import { parseYaml } from './yaml.ts';

export const CONTEXT_FILE = '.context.yaml';

export type DocumentRead =
  | { state: 'found'; document: ContextDocument; text: string }
  | { state: 'missing' }
  /** Written by a later version: read no further and never overwritten. */
  | { state: 'unsupported'; version: number }
  | { state: 'corrupt'; problems: string[] };

export async function readDocument(workspace: Workspace, scope: string): Promise<DocumentRead> {
  const path = workspace.resolve(scope === '.' ? CONTEXT_FILE : `${scope}/${CONTEXT_FILE}`);
  if (isRefusal(path)) return { state: 'missing' };
  return await readDocumentAt(workspace, path);
}

async function readDocumentAt(workspace: Workspace, path: RepoPath): Promise<DocumentRead> {
  const read = await workspace.readText(path);
  if (isRefusal(read))
    return read.refused === 'missing' || read.refused === 'not_a_file'
      ? { state: 'missing' }
      : { state: 'corrupt', problems: [read.reason] };
  return await parseDocument(read.text);
}

export async function parseDocument(text: string): Promise<DocumentRead> {
  const parsed = await parseYaml(text);
  if (!parsed.ok) return { state: 'corrupt', problems: [parsed.problem] };
  const version = versionOf(parsed.value);
  if (version !== undefined && version > CONTEXT_VERSION) return { state: 'unsupported', version };
  const checked = contextSchema.safeParse(parsed.value);
  if (checked.success) return { state: 'found', document: checked.data, text };
  return {
    state: 'corrupt',
    problems: checked.error.issues.map(({ path, message }) => `${path.join('.') || 'document'}: ${message}`),
  };
}

function versionOf(value: unknown): number | undefined {
  const version =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  return typeof version === 'number' && Number.isInteger(version) ? version : undefined;
}
