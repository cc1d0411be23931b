/** Symbols of a repository as the program opens them, with a data directory of their own. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../src/core/clock.ts';
import { createLogger } from '../../src/core/logger.ts';
import { openDataDirectory } from '../../src/core/store/index.ts';
import { openSymbols, type SymbolIndex } from '../../src/core/symbols/index.ts';
import { openWorkspace } from '../../src/core/workspace/index.ts';
import { MAX_FILE_BYTES, openMeasuredIndex } from '../open-index.ts';

/** For questions whose answer must be whole. */
export const UNHURRIED_MS = 600_000;

export async function openMeasuredSymbols(root: string, dataDir: string): Promise<SymbolIndex> {
  const options = { root, maxFileBytes: MAX_FILE_BYTES, dataDir };
  const workspace = await openWorkspace(options, {
    marker: { directory: dataDir, word: randomUUID(), mark: async () => {} },
  });
  const index = await openMeasuredIndex(workspace, options);
  const symbols = openSymbols({
    workspace,
    place: async () => ({ folder: await openDataDirectory(dataDir), name: 'main', isGone: () => false }),
    clock: systemClock,
    log: createLogger('warn', (line) => process.stderr.write(line), systemClock.now),
    filesWith: index.filesWith,
    files: (signal) => index.files(signal),
    isIndexing: async () => false,
    staysOpen: false,
  });
  return {
    ...symbols,
    close: async () => {
      await symbols.close();
      await index.close();
    },
  };
}
