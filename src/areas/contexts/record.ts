/** Additions by hand, without an editor: a decision, a constraint, a to-do, another summary. */
import { type Clock, isoTime } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { parseYaml, type YamlText } from '../../core/text/index.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import { readPlace } from './claims/place.ts';
import { type DocumentRead, parseDocument, readDocument } from './document.ts';
import { documentProblem, noDocumentError } from './document-problem.ts';
import { derivedText, readDerived } from './edit/derived.ts';
import { appendYaml, editYaml, type FieldEdit } from './edit/yaml-edit.ts';
import { writeDocument } from './write-document.ts';

export interface ContextEdit {
  summary?: string | undefined;
  decision?: { what: string; why: string; tradeoff?: string | undefined } | undefined;
  constraint?: string | undefined;
  todo?: string | undefined;
  /** Places that the decision or the constraint rests on. */
  anchors?: readonly string[] | undefined;
}

/** The fingerprint stays: who adds a decision has not looked at everything else. */
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

/** A whole document in place of the old one. */
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

/** From now on it is the writer's, and no machine's. */
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
