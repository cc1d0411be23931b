/** A process that writes the index until it is killed: forced refreshes, one after the other. */
import { systemClock } from '../../src/core/clock.ts';
import { openIndex } from '../../src/core/index/index.ts';
import { createLogger } from '../../src/core/logger.ts';
import { openWorkspace } from '../../src/core/workspace/index.ts';

let words = 0;
const [root = '', dataDir = ''] = process.argv.slice(2);
const workspaceOptions = { root, dataDir, maxFileBytes: 100_000 };
const index = openIndex({
  workspace: await openWorkspace(workspaceOptions),
  workspaceOptions,
  dataDir,
  clock: systemClock,
  log: createLogger('warn', (line) => process.stderr.write(line), systemClock.now),
  token: () => `writer-${process.pid}-${words++}`,
  threads: 1,
});
await index.status();
process.stdout.write('open\n');
for (;;) await index.refresh({ force: true });
