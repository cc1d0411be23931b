/** Reads the model's files into shared memory, once a process, and refuses anything but the files we shipped. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { assetFile } from '../../asset-file.ts';
import { AppError } from '../../errors.ts';
import { bufferBytes, type ModelLayout, viewsOf } from '../static/layout.ts';
import { MANIFEST, type ModelManifest } from '../static/manifest.ts';
import { attachStaticModel, type StaticModel } from '../static/model.ts';
import { indexVocabulary, longestToken } from '../static/vocabulary.ts';
import { largest } from '../static/weighing.ts';

const HINT = 'Reinstall Pilotbook. Until then search works by words.';

let loaded: Promise<StaticModel> | undefined;

/** Rejects with an AppError of kind `unavailable` if a file is missing or is not the one that was shipped. */
export function loadStaticModel(): Promise<StaticModel> {
  loaded ??= loadModelFrom(assetFile(`model/${MANIFEST.table.file}`), MANIFEST).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

export async function loadModelFrom(
  /** The table, or its directory. */
  directory: URL | undefined,
  manifest: ModelManifest,
): Promise<StaticModel> {
  if (directory === undefined) throw missing();
  const { rows, dims } = manifest;
  const vocabularyBytes = manifest.vocabulary.bytes;
  const buffer = new SharedArrayBuffer(bufferBytes(rows, dims, vocabularyBytes));
  const layout: ModelLayout = { buffer, rows, dims, vocabularyBytes };
  const views = viewsOf(layout);
  await readChecked(new URL(manifest.table.file, directory), views.tableFile, manifest.table.sha256);
  await readChecked(
    new URL(manifest.vocabulary.file, directory),
    views.vocabularyFile,
    manifest.vocabulary.sha256,
  );
  if (views.header[0] !== rows || views.header[1] !== dims) throw corrupt();
  if (!indexVocabulary(views)) throw corrupt();
  return attachStaticModel({
    ...layout,
    id: `${manifest.name}/${manifest.table.sha256.slice(0, 8)}${manifest.vocabulary.sha256.slice(0, 8)}`,
    longest: longestToken(views.starts),
    largestScale: largest(views.scales),
  });
}

async function readChecked(file: URL, into: Uint8Array, sha256: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (cause) {
    throw missing(cause);
  }
  try {
    if ((await handle.stat()).size !== into.length) throw corrupt();
    for (let at = 0; at < into.length; ) {
      const { bytesRead } = await handle.read(into, at, into.length - at, at);
      if (bytesRead === 0) throw corrupt();
      at += bytesRead;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : corrupt(cause);
  } finally {
    await handle.close();
  }
  if (createHash('sha256').update(into).digest('hex') !== sha256) throw corrupt();
}

function missing(cause?: unknown): AppError {
  return new AppError('unavailable', 'model_missing', 'The embedding model is missing.', {
    hint: HINT,
    cause,
  });
}

function corrupt(cause?: unknown): AppError {
  return new AppError('unavailable', 'model_corrupt', 'The embedding model is damaged.', {
    hint: HINT,
    cause,
  });
}
