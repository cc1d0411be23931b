/** Files as they were before the change. Each is read once. */
import type { BlobText } from '../../core/git/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';

export interface Before {
  /** Undefined: it was not there, or cannot be read. */
  text(path: string): Promise<string | undefined>;
  /** Paths whose text then may have cited entries. */
  mayCite(): Promise<ReadonlySet<string>>;
}

export function openBefore({ git, resolve }: Workspace, base: string, signal: AbortSignal): Before {
  const texts = new Map<string, Promise<string | undefined>>();
  const read = async (written: string) => {
    const path = resolve(written);
    const blob = isRefusal(path) ? path : await git.readBlob(base, path);
    return blob === undefined || isRefusal(blob) ? undefined : (blob satisfies BlobText).text;
  };
  return {
    text(path) {
      const known = texts.get(path) ?? read(path);
      texts.set(path, known);
      return known;
    },
    mayCite: async () => new Set(await git.grepTree(base, 'contexts?', signal)),
  };
}
