/** "I have looked: this is true now." The fingerprint is renewed, and what claims cite is remembered as it is. */
import { type Clock, isoTime } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { isRefusal } from '../../core/workspace/index.ts';
import { citedClaims } from './claims/claim.ts';
import { citedCode } from './claims/code.ts';
import { storedPlace } from './claims/place.ts';
import { type DocumentRead, readDocument } from './document.ts';
import { noDocumentError } from './document-problem.ts';
import { editYaml, type FieldEdit } from './edit/yaml-edit.ts';
import { fingerprint } from './fingerprint.ts';
import type { Project } from './project.ts';
import { validateDocument } from './validate.ts';
import { writeDocument } from './write-document.ts';

export interface Stamped {
  scope: string;
  fingerprint: string;
  /** False: it was stamped already. */
  changed: boolean;
}

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

/** Undefined: nothing to change. */
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

/** What is remembered is for machines: one line each, so that people can read over it. */
function storedText(stored: readonly { at: string; stored: unknown }[]): string {
  return stored
    .map(({ at, stored: anchor }) => `  - at: ${JSON.stringify(at)}\n    stored: ${JSON.stringify(anchor)}`)
    .join('\n');
}
