/**
 * Reads and writes the text of a pack file: YAML between two lines of three dashes, then whatever people wrote. Anything
 * unexpected is an error that names the file.
 */
import { AppError } from '../../../core/errors.ts';
import { parseYaml } from '../../../core/text/index.ts';
import type { Pack } from '../types.ts';

export interface Document {
  yaml: string;
  body: string;
}

/** Undefined if it does not begin with front matter, or the front matter does not end. */
export function splitDocument(text: string): Document | undefined {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const opening = /^---[ \t]*\r?\n/.exec(plain);
  if (opening === null) return undefined;
  const rest = plain.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (closing === null) return undefined;
  return {
    yaml: rest.slice(0, closing.index).replaceAll('\r\n', '\n'),
    body: rest.slice(closing.index + closing[0].length),
  };
}

export function joinDocument({ yaml, body }: Document): string {
  return `---\n${yaml}---\n${body}`;
}

/** The size limit of a pack file. */
export const MAX_PACK_BYTES = 1024 * 1024;

export interface PackFile {
  pack: Pack;
  /** What people wrote below the front matter; it is kept. */
  body: string;
}

export async function decodePack(name: string, text: string): Promise<PackFile> {
  const document = splitDocument(text);
  if (document === undefined) throw malformed(name, 'it has no front matter');
  const { readStored, SCHEMA_VERSION } = await import('./stored-pack.ts');
  const yaml = await parseYaml(document.yaml);
  if (!yaml.ok) throw malformed(name, `its YAML is ${yaml.problem}`);
  const { value } = yaml;
  const version =
    typeof value === 'object' && value !== null && 'schema_version' in value && value.schema_version;
  if (typeof version === 'number' && version !== SCHEMA_VERSION)
    throw otherVersion(name, version, SCHEMA_VERSION);
  const pack = readStored(value);
  if ('problem' in pack) throw malformed(name, pack.problem);
  if (name !== fileOf(pack.id)) throw malformed(name, 'its id does not match its file name');
  return { pack, body: document.body };
}

export async function encodePack({ pack, body }: PackFile): Promise<string> {
  const { Document, visit } = await import('yaml');
  const { writeStored } = await import('./stored-pack.ts');
  const document = new Document(writeStored(pack), { aliasDuplicateObjects: false });
  visit(document, {
    // People read this file, and anchors are for machines: one line each.
    Pair: (_, pair) => {
      const { key, value } = pair as { key: { value?: unknown }; value: { flow?: boolean } | null };
      if (key.value === 'anchor' && value !== null) value.flow = true;
    },
  });
  const text = joinDocument({
    yaml: document.toString({ lineWidth: 0, flowCollectionPadding: false }),
    body,
  });
  if (Buffer.byteLength(text) > MAX_PACK_BYTES)
    throw new AppError('invalid', 'invalid_data', `A pack file can have at most ${MAX_PACK_BYTES} bytes.`, {
      hint: 'Split the pack into several.',
    });
  // Never write what cannot be read back: it would make every list fail.
  await decodePack(fileOf(pack.id), text);
  return text;
}

export function fileOf(id: string): string {
  return `${id}.md`;
}

export function malformed(name: string, why: string): AppError {
  return new AppError('io', 'io_error', `The pack file ${name} is malformed: ${why}.`, {
    hint: 'Repair or remove the file; pilotbook doctor shows which files are broken.',
    details: { file: name },
  });
}

function otherVersion(name: string, version: number, ours: number): AppError {
  return new AppError(
    'migration',
    'migration_required',
    `The pack file ${name} has schema version ${version}; this program reads version ${ours}.`,
    {
      hint: 'Use the program that wrote it, or remove the file.',
      details: { file: name, schema_version: version },
    },
  );
}
