/** The index as the program opens it, with the model that ships and no network. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../src/core/clock.ts';
import { createEmbedder } from '../src/core/embed/index.ts';
import { type CodeIndex, openIndex } from '../src/core/index/index.ts';
import { createLogger } from '../src/core/logger.ts';
import type { SearchableWorkspace, WorkspaceOptions } from '../src/core/workspace/index.ts';

/** The program's own default. */
export const MAX_FILE_BYTES = 1_048_576;

const unused = () => {
  throw new Error('only for drivers that leave the machine');
};

export async function openMeasuredIndex(
  workspace: SearchableWorkspace,
  workspaceOptions: WorkspaceOptions & { dataDir: string },
  threads?: number,
): Promise<CodeIndex> {
  return openIndex({
    workspace,
    workspaceOptions,
    dataDir: workspaceOptions.dataDir,
    clock: systemClock,
    log: createLogger('warn', (line) => process.stderr.write(line), systemClock.now),
    token: randomUUID,
    embedder: () =>
      createEmbedder(
        { driver: 'static', openai: { baseUrl: '', apiKey: undefined, model: '', timeoutMs: 0 } },
        { random: unused, sleep: unused, now: unused, warn: unused },
      ),
    ...(threads === undefined ? {} : { threads }),
  });
}
