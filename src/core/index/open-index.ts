import { availableParallelism } from 'node:os';
import { sep } from 'node:path';
import { openDataDirectory, processOwner } from '../store/index.ts';
import type { CodeIndex, IndexOptions } from './api.ts';
import { IndexDatabase } from './database.ts';
import { Engine } from './engine.ts';
import { search } from './ranking/search.ts';

/** Each thread holds some 65 MB to 100 MB; the whole is to stay below 600 MB on 75,000 files. */
const MOST_THREADS = 3;
/** With few cores all of them index: the main thread only writes. */
const FEW_CORES = 2;

/** Opens the index, making it if it is not there. Nothing is read but the database until somebody asks. */
export async function openIndex(options: IndexOptions): Promise<CodeIndex> {
  const { workspace, dataDir, log, token } = options;
  const within = dataDir.startsWith(workspace.root + sep) ? { within: workspace.root } : {};
  const folder = await openDataDirectory(dataDir, within);
  const [database, owner] = await Promise.all([IndexDatabase.open(folder, log), processOwner(token)]);
  const threads = options.threads ?? threadCount(availableParallelism());
  return new Engine({ options, database, folder, owner, threads, rank: search });
}

function threadCount(cores: number): number {
  return cores <= FEW_CORES ? cores : Math.min(cores - 1, MOST_THREADS);
}
