/** Validates a document against its schema and against its directory. */
import { outline } from '../../../core/parsing/index.ts';
import { isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { citedClaims, placeText } from '../claims/cited-claims.ts';
import { citedCode } from '../claims/stale-claims.ts';
import { unsupportedVersion } from '../envelope.ts';
import { isSource } from '../freshness/scan.ts';
import { type DocumentProblem, type DocumentRead, readDocument } from './document.ts';
import { inScope } from './scope.ts';

export interface Validated {
  scope: string;
  /** By line; empty if the document is valid. */
  problems: DocumentProblem[];
}

type FoundDocument = Extract<DocumentRead, { state: 'found' }>;

/** Undefined if there is no document. */
export async function validateDocument(
  workspace: Workspace,
  scope: string,
  signal: AbortSignal,
): Promise<Validated | undefined> {
  const read = await readDocument(workspace, scope);
  if (read.state === 'missing') return undefined;
  if (read.state === 'unsupported')
    return { scope, problems: [{ line: 1, message: unsupportedVersion(read.version) }] };
  if (read.state === 'corrupt') return { scope, problems: read.problems };
  const problems = [
    ...scopeProblems(read, scope),
    ...(await fileProblems(workspace, read, scope)),
    ...(await interfaceProblems(workspace, read, scope, signal)),
    ...(await placeProblems(workspace, read, signal)),
  ];
  return { scope, problems: problems.sort((a, b) => a.line - b.line) };
}

function scopeProblems({ document, yaml }: FoundDocument, scope: string): DocumentProblem[] {
  if (document.scope === scope) return [];
  return [{ line: yaml.lineAt(['scope']), message: `scope: it is ${JSON.stringify(scope)}` }];
}

/** Files, tests and directories that the document names and that do not exist. */
async function fileProblems(
  workspace: Workspace,
  { document, yaml }: FoundDocument,
  scope: string,
): Promise<DocumentProblem[]> {
  const problems: DocumentProblem[] = [];
  const named = [
    ...(document.files ?? []).flatMap(({ name, test_file }, at) => [
      { path: ['files', at, 'name'], name },
      ...(test_file === undefined ? [] : [{ path: ['files', at, 'test_file'], name: test_file }]),
    ]),
    ...(document.subdirectories ?? []).map(({ name }, at) => ({
      path: ['subdirectories', at, 'name'],
      name,
    })),
  ];
  for (const { path, name } of named)
    if (!(await exists(workspace, inScope(scope, name.replace(/\/$/, '')))))
      problems.push({
        line: yaml.lineAt(path),
        message: `${path[0]}: ${JSON.stringify(name)} does not exist`,
      });
  for (const [at, { path }] of (document.structure ?? []).entries())
    if (!(await exists(workspace, path)))
      problems.push({
        line: yaml.lineAt(['structure', at]),
        message: `structure: ${JSON.stringify(path)} does not exist`,
      });
  for (const [at, path] of (document.dependencies?.internal ?? []).entries())
    if (path.includes('/') && !(await exists(workspace, path)))
      problems.push({
        line: yaml.lineAt(['dependencies', 'internal', at]),
        message: `dependencies.internal: ${JSON.stringify(path)} does not exist`,
      });
  return problems;
}

async function exists(workspace: Workspace, path: string): Promise<boolean> {
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) return false;
  const facts = await workspace.facts(resolved);
  return !isRefusal(facts) || facts.refused === 'not_a_file';
}

/** A name with a space or a slash, such as `POST /users`, is not a declaration. */
const DECLARED = /^[\p{L}_$][\p{L}\p{N}_$.!?:'-]*$/u;

/** Names that no file of the directory declares. */
async function interfaceProblems(
  workspace: Workspace,
  { document, yaml }: FoundDocument,
  scope: string,
  signal: AbortSignal,
): Promise<DocumentProblem[]> {
  const named = (document.interfaces ?? [])
    .map(({ name }, at) => ({ name, at }))
    .filter(({ name }) => DECLARED.test(name));
  if (named.length === 0) return [];
  const isThere = await declaredNames(workspace, scope, signal);
  return named
    .filter(({ name }) => !isThere(lastName(name)))
    .map(({ name, at }) => ({
      line: yaml.lineAt(['interfaces', at]),
      message: `interfaces: nothing here is called ${JSON.stringify(name)}`,
    }));
}

/** Uses the outline; for a language without one, the words of the text. */
async function declaredNames(
  workspace: Workspace,
  scope: string,
  signal: AbortSignal,
): Promise<(name: string) => boolean> {
  const declared = new Set<string>();
  const words = new Set<string>();
  const directory = workspace.resolve(scope);
  const files = isRefusal(directory) ? [] : await workspace.files({ directory, includeHidden: true, signal });
  for (const file of files.filter(isSource)) {
    signal.throwIfAborted();
    const read = await workspace.readText(file.path);
    if (isRefusal(read)) continue;
    const symbols = await outline(file.path, read.text, { signal });
    for (const { name } of symbols) declared.add(lastName(name));
    if (symbols.length === 0) for (const [word] of read.text.matchAll(WORD)) words.add(word);
  }
  return (name) => declared.has(name) || words.has(name);
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$!?'-]*/gu;

function lastName(name: string): string {
  return (
    name
      .replace(/\(.*$/s, '')
      .split(/[.:#]+/)
      .at(-1) ?? name
  );
}

/** Cited places that cannot be found. */
async function placeProblems(
  workspace: Workspace,
  { document, yaml }: FoundDocument,
  signal: AbortSignal,
): Promise<DocumentProblem[]> {
  const code = citedCode(workspace, signal);
  const problems: DocumentProblem[] = [];
  for (const { path, places } of citedClaims(document))
    for (const [at, place] of places.entries()) {
      const line = yaml.lineAt([...path, at]);
      if (place === undefined)
        problems.push({ line, message: 'anchors: a place is written path:first-last' });
      else if ((await code.anchor(place)) === undefined)
        problems.push({ line, message: `anchors: ${placeText(place)} can no longer be found` });
    }
  return problems;
}
