/** The default embedder: reads the model's files into shared memory, once in a process, and refuses all but the files we shipped. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../errors.ts';
import { assetFile } from '../../package-files.ts';
import { type Embedder, quantise } from '../embedder.ts';
import { bufferBytes, largest, type ModelLayout, viewsOf } from './layout.ts';
import { attachStaticModel, type StaticModel } from './model.ts';
import { indexVocabulary, longestToken } from './vocabulary.ts';

/** The hashes are in the code, so that a replaced file is noticed. */
export interface ModelManifest {
  name: string;
  rows: number;
  dims: number;
  table: { file: string; sha256: string };
  vocabulary: { file: string; bytes: number; sha256: string };
}

export const MANIFEST: ModelManifest = {
  name: 'static-256',
  rows: 39_816,
  dims: 256,
  table: {
    file: 'static-256.bin',
    sha256: 'fa72004b118b9ad219b98246a8d51a831c11ca5bda4e406a02cee6aef6693d72',
  },
  vocabulary: {
    file: 'static-256.vocab.txt',
    bytes: 308_528,
    sha256: 'a268a2975a19d6c4f488a5447f4536400ca6694caa75f0fab8724d84e84ff2c6',
  },
};

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

/** About 10 ms of work; then other calls get their turn. */
const TEXTS_AT_ONCE = 200;

export async function createStaticEmbedder(): Promise<Embedder> {
  const model = await loadStaticModel();
  const scratch = new Float32Array(model.dims);
  return {
    id: model.id,
    dims: model.dims,
    leavesMachine: false,
    async embed(texts, signal) {
      const vectors: Int8Array[] = [];
      for (const [i, text] of texts.entries()) {
        if (i % TEXTS_AT_ONCE === 0) {
          if (i > 0) await new Promise((resolve) => setImmediate(resolve));
          signal?.throwIfAborted();
        }
        const vector = new Int8Array(model.dims);
        quantise(model.encode(text, scratch), vector);
        vectors.push(vector);
      }
      return vectors;
    },
  };
}
