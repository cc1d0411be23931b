/** Files above the size limit are not read; a search that leaves them out names them. */
import { type FileFacts, isRefusal, type PathTest, type Refusal, type RepoPath } from '../sandbox/index.ts';

interface Reader {
  facts(path: RepoPath): Promise<FileFacts | Refusal>;
}

const MOST_NAMED = 3;
const KIB = 1_024;
const MIB = KIB * KIB;

/** Not text: no search is expected to read them. */
const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|avif|heic|bmp|tiff?|ico|icns|psd|ai|sketch|fig|pdf|docx?|xlsx?|pptx?|od[tsp]|epub|zip|gz|tgz|bz2|xz|zst|lz4|br|7z|rar|tar|jar|war|whl|egg|deb|rpm|apk|ipa|dmg|iso|img|exe|dll|so|dylib|lib|a|o|obj|pdb|class|pyc|wasm|node|bin|dat|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|avi|mkv|webm|wav|flac|ogg|aiff?|sqlite3?|db|mdb|parquet|arrow|feather|orc|avro|npy|npz|pkl|pickle|pt|pth|onnx|safetensors|gguf|tflite|h5|hdf5|mat|rds|tfrecord|glb|fbx|blend|stl|keystore|p12|pack|idx)$/i;

export class LargeFiles {
  readonly #reader: Reader;
  readonly #maxFileBytes: number;
  /** Those of the last listing, and what changed since. */
  #suspects = new Set<RepoPath>();

  constructor(reader: Reader, maxFileBytes: number) {
    this.#reader = reader;
    this.#maxFileBytes = maxFileBytes;
  }

  listed(files: readonly FileFacts[]): void {
    this.#suspects = new Set(files.filter((file) => this.#isLarge(file)).map(({ path }) => path));
  }

  changed(paths: readonly RepoPath[]): void {
    for (const path of paths) this.#suspects.add(path);
  }

  /** One sentence, or none. */
  async notSearched(isWanted: PathTest): Promise<string[]> {
    const found: FileFacts[] = [];
    for (const path of this.#suspects) {
      const facts = await this.#reader.facts(path);
      if (isRefusal(facts) || !this.#isLarge(facts)) this.#suspects.delete(path);
      else if (isWanted(path)) found.push(facts);
    }
    return leftOut(found, this.#maxFileBytes, 'searched');
  }

  #isLarge({ path, size }: FileFacts): boolean {
    return size > this.#maxFileBytes && !NO_TEXT.test(path);
  }
}

/** `1 file above 1 MiB was not searched: big.json`; no sentence for no file. */
export function leftOut(
  files: readonly FileFacts[],
  maxFileBytes: number,
  done: 'searched' | 'listed',
): string[] {
  if (files.length === 0) return [];
  const names = files.map(({ path }) => path).sort();
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const what = names.length === 1 ? '1 file' : `${names.length} files`;
  return [
    `${what} above ${size(maxFileBytes)} ${names.length === 1 ? 'was' : 'were'} not ${done}: ${names.slice(0, MOST_NAMED).join(', ')}${more}`,
  ];
}

function size(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB} MiB`;
  return bytes % KIB === 0 ? `${bytes / KIB} KiB` : `${bytes} bytes`;
}
