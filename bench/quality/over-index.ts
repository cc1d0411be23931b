/**
 * One repository asked through the whole index: workspace, threads, database, ranking. A process of its own; reads
 * `{folder, root, mode, tasks}` as JSON from its only argument, a file, and prints the run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchMode } from '../../src/core/index/index.ts';
import { openWorkspace } from '../../src/core/workspace/index.ts';
import { MAX_FILE_BYTES, openMeasuredIndex } from '../open-index.ts';
import { type RunEntry, SHOWN, type Task } from './tasks.ts';

export interface Assignment {
  folder: string;
  root: string;
  mode: SearchMode;
  tasks: Task[];
}

// Written by main.ts of this suite.
const assignment = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Assignment;
const { folder, root, mode, tasks } = assignment;
const dataDir = mkdtempSync(join(tmpdir(), 'bench-quality-'));
const workspaceOptions = { root: join(folder, root), dataDir, maxFileBytes: MAX_FILE_BYTES };
const index = await openMeasuredIndex(await openWorkspace(workspaceOptions), workspaceOptions);
try {
  await index.refresh();
  const entries: RunEntry[] = [];
  for (const { repo, query_id, query } of tasks) {
    const from = performance.now();
    const { hits } = await index.search(query, { mode, topK: SHOWN });
    const ms = performance.now() - from;
    const ranked = hits.map(({ path, startLine, endLine }) => ({
      path: root === '' ? path : `${root}/${path}`,
      start: startLine,
      end: endLine,
    }));
    entries.push({ repo, query_id, ranked, ms });
  }
  process.stdout.write(JSON.stringify(entries));
} finally {
  await index.close();
  rmSync(dataDir, { recursive: true, force: true });
}
