/** Edits that a person asks for: add a decision, constraint or to-do, replace the summary or the whole text, stamp it. */
import { type Clock, isoTime } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { parseYaml, type YamlText } from '../../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { citedClaims, readPlace, storedPlace } from '../claims/cited-claims.ts';
import { citedCode } from '../claims/stale-claims.ts';
import {
  type DocumentRead,
  documentProblem,
  noDocumentError,
  parseDocument,
  readDocument,
  writeDocument,
} from '../document/document.ts';
import { validateDocument } from '../document/validate.ts';
import { fingerprint, type Project } from '../freshness/freshness.ts';

import { derivedText, readDerived } from './field-digests.ts';
import { appendYaml, editYaml, type FieldEdit } from './yaml-edit.ts';

export interface ContextEdit {
  summary?: string | undefined;
  decision?: { what: string; why: string; tradeoff?: string | undefined } | undefined;
  constraint?: string | undefined;
  todo?: string | undefined;
  /** Places that the decision or the constraint cites. */
  anchors?: readonly string[] | undefined;
}

/** Keeps the fingerprint: a person who adds a decision has not reviewed the rest. */
export async function editDocument(
  workspace: Workspace,
  clock: Clock,
  scope: string,
  edit: ContextEdit,
): Promise<void> {
  const wrong = (edit.anchors ?? []).find((anchor) => readPlace(anchor) === undefined);
  if (wrong !== undefined)
    throw new AppError('invalid', 'usage', `${JSON.stringify(wrong)} is not a place.`, {
      hint: 'A place is a path and lines: src/a.ts:10-20',
    });
  const read = await readDocument(workspace, scope);
  if (read.state !== 'found') throw await noDocumentError(workspace, read, scope);
  const apply = async (now: DocumentRead) => await editedText(now, edit, isoTime(clock.now()));
  const text = await apply(read);
  if (text !== undefined) await writeDocument(workspace, scope, read, text, apply);
}

/** Replaces the whole document. */
export async function replaceDocument(workspace: Workspace, scope: string, text: string): Promise<void> {
  const parsed = await parseDocument(text);
  if (parsed.state !== 'found')
    throw new AppError('invalid', 'not_valid', 'The text is not a valid document of this version.', {
      hint:
        parsed.state === 'corrupt'
          ? parsed.problems.map(({ line, message }) => `line ${line}: ${message}`).join('\n')
          : 'It must be version 1.',
    });
  const read = await readDocument(workspace, scope);
  if (read.state === 'unsupported')
    throw new AppError('state', 'not_ours', documentProblem(read, scope), {
      hint: 'A document of another version is never replaced.',
    });
  await writeDocument(workspace, scope, read, text, async () => text);
}

async function editedText(read: DocumentRead, edit: ContextEdit, now: string): Promise<string | undefined> {
  if (read.state !== 'found') return undefined;
  const { summary, decision, constraint, todo, anchors = [] } = edit;
  const cited = anchors.length > 0 ? { anchors } : {};
  let { text } = read;
  if (decision !== undefined) {
    const { what, why, tradeoff } = decision;
    text = await appended(text, 'decisions', {
      what,
      why,
      ...(tradeoff === undefined ? {} : { tradeoff }),
      ...cited,
    });
  }
  if (constraint !== undefined)
    text = await appended(
      text,
      'constraints',
      anchors.length > 0 ? { what: constraint, ...cited } : constraint,
    );
  if (todo !== undefined) text = await appended(text, 'todos', todo);
  const yaml = await parseYaml(text);
  if (!yaml.ok) return undefined;
  const fields = summary === undefined ? [] : await ownSummary(yaml, summary);
  return await editYaml(text, yaml.document, [...fields, { path: ['last_updated'], value: now }]);
}

/** Marks the summary as written by a person, so that generate does not replace it. */
async function ownSummary(yaml: YamlText, summary: string): Promise<FieldEdit[]> {
  const derived = await readDerived(yaml);
  const left = derived.filter(({ path }) => path !== 'summary');
  const names = left.length === 0 ? undefined : left.map(({ path }) => path);
  const list = { path: ['derived_fields'], value: names, text: derivedText(left) };
  return [{ path: ['summary'], value: summary }, ...(left.length === derived.length ? [] : [list])];
}

async function appended(text: string, field: string, item: unknown): Promise<string> {
  const yaml = await parseYaml(text);
  return yaml.ok ? await appendYaml(text, yaml.document, field, item) : text;
}

export interface Stamped {
  scope: string;
  fingerprint: string;
  /** False: it was up to date already. */
  changed: boolean;
}

/** Confirms that the document is true now: renews the fingerprint and the anchors of cited code. */
export async function stampDocument(
  project: Project,
  clock: Clock,
  scope: string,
  signal: AbortSignal,
): Promise<Stamped> {
  const { workspace, cache } = project;
  const read = await readDocument(workspace, scope);
  if (read.state !== 'found') throw await noDocumentError(workspace, read, scope);
  const problems = (await validateDocument(workspace, scope, signal))?.problems ?? [];
  if (problems.length > 0)
    throw new AppError(
      'state',
      'not_valid',
      `The document of ${JSON.stringify(scope)} is not valid, so it is not stamped.`,
      {
        hint: problems.map(({ line, message }) => `line ${line}: ${message}`).join('\n'),
        details: { problems },
      },
    );
  const directory = workspace.resolve(scope);
  const files = isRefusal(directory) ? [] : await workspace.files({ directory, includeHidden: true, signal });
  const print = await fingerprint(workspace, files, cache);
  const edit = async (now: DocumentRead) =>
    await stampedText(project, now, print, isoTime(clock.now()), signal);
  const text = await edit(read);
  if (text !== undefined) await writeDocument(workspace, scope, read, text, edit);
  await cache.save();
  return { scope, fingerprint: print, changed: text !== undefined };
}

/** Undefined if nothing changes. */
async function stampedText(
  { workspace }: Project,
  read: DocumentRead,
  print: string,
  now: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (read.state !== 'found') return undefined;
  const edits: FieldEdit[] = [];
  const code = citedCode(workspace, signal);
  for (const { path, places } of citedClaims(read.document)) {
    const anchors = await Promise.all(places.map((place) => place && code.anchor(place)));
    const stored = anchors.flatMap((anchor) => (anchor === undefined ? [] : [storedPlace(anchor)]));
    const before: unknown = read.yaml.document.getIn(path);
    if (stored.length === places.length && JSON.stringify(before) !== JSON.stringify(stored))
      edits.push({ path, value: stored, text: storedText(stored) });
  }
  if (read.document.fingerprint !== print) edits.push({ path: ['fingerprint'], value: print });
  if (edits.length === 0) return undefined;
  edits.push({ path: ['last_updated'], value: now });
  return await editYaml(read.text, read.yaml.document, edits);
}

/** Anchors are for machines: one line each, so that people can skip them. */
function storedText(stored: readonly { at: string; stored: unknown }[]): string {
  return stored
    .map(({ at, stored: anchor }) => `  - at: ${JSON.stringify(at)}\n    stored: ${JSON.stringify(anchor)}`)
    .join('\n');
}
