/** Reads, parses and writes the document of one directory, or says why there is none. */
import { AppError } from '../../../core/errors.ts';
import { openFolder } from '../../../core/store/index.ts';
import { conflictLine, parseYaml, type YamlText } from '../../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { corruptDocument, noDocument, unsupportedVersion } from '../envelope.ts';
import { CONTEXT_VERSION } from './document-fields.ts';
import type { ContextDocument } from './document-schema.ts';
import { inScope } from './scope.ts';

export const CONTEXT_FILE = '.context.yaml';

/** The path of a directory's document from the root. */
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
  /** Written by a later version: not read and never overwritten. */
  | { state: 'unsupported'; version: number }
  /** `conflict` is the whole text if it contains merge conflict markers. */
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
  const { contextSchema } = await import('./document-schema.ts');
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

/** Why there is no document, in the words of specs/contexts. */
export function documentProblem(read: DocumentRead, scope: string): string {
  if (read.state === 'unsupported') return unsupportedVersion(read.version);
  return read.state === 'corrupt' ? corruptDocument(scope) : noDocument(scope);
}

/** The same for commands, with what to do next. */
export async function noDocumentError(
  workspace: Workspace,
  read: Exclude<DocumentRead, { state: 'found' }>,
  scope: string,
): Promise<AppError> {
  const error = (message: string, hint: string) =>
    new AppError('not_found', 'no_document', message, { hint });
  if (read.state !== 'missing')
    return error(
      documentProblem(read, scope),
      'pilotbook contexts validate shows what is wrong with an existing document.',
    );
  const name = JSON.stringify(scope);
  const place = workspace.resolve(scope);
  const there = isRefusal(place) ? place : await workspace.facts(place);
  if (isRefusal(there) && there.refused === 'not_a_file')
    return error(
      `There is no .context.yaml in ${name} yet.`,
      `pilotbook contexts generate ${scope} creates one.`,
    );
  return error(`There is no directory ${name}.`, 'pilotbook contexts list shows them.');
}

/** Writes a document atomically. If somebody changed it since it was read, `again` repeats the change on the newer text. */
export async function writeDocument(
  workspace: Workspace,
  scope: string,
  read: DocumentRead,
  text: string,
  again: (now: DocumentRead) => Promise<string | undefined>,
): Promise<void> {
  const now = await readDocument(workspace, scope);
  const wanted = textOf(now) === textOf(read) && now.state === read.state ? text : await again(now);
  if (wanted === undefined) return;
  if ((await parseDocument(wanted)).state !== 'found')
    throw new AppError('state', 'not_readable', 'The document would not be valid.');
  const directory = workspace.resolve(scope);
  const place = isRefusal(directory) ? undefined : workspace.hostPath(directory);
  const folder = place === undefined ? undefined : await openFolder(place, { within: workspace.root });
  if (!folder) throw new AppError('not_found', 'no_such_scope', 'The directory is gone.');
  await folder.writeAtomic(CONTEXT_FILE, wanted);
}

function textOf(read: DocumentRead): string | undefined {
  if (read.state === 'corrupt') return read.conflict;
  return read.state === 'found' ? read.text : undefined;
}
