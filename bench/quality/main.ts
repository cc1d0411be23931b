/**
 * Retrieval quality: asks the tasks of a file and writes what was found, for a scorer to judge.
 *   npm run bench -- quality --tasks FILE --repos DIR [--specs FILE] [--mode bm25|semantic|hybrid] [--out run.json]
 * Ranking is measured alone, over an index in memory.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadStaticModel, type StaticModel } from '../../src/core/embed/index.ts';
import { createAnalyser } from '../../src/core/index/analyse/analyser.ts';
import type { SearchMode } from '../../src/core/index/contract.ts';
import { search } from '../../src/core/index/ranking/search.ts';
import { textFiles } from './files.ts';
import { MemorySource } from './memory-source.ts';
import { MemoryVectors } from './memory-vectors.ts';
import { type RunEntry, readRepositories, readTasks, type Task } from './tasks.ts';

/** As the published figures: the first ten places. */
const SHOWN = 10;
const MODES: readonly SearchMode[] = ['bm25', 'semantic', 'hybrid'];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string' },
      repos: { type: 'string' },
      specs: { type: 'string' },
      mode: { type: 'string', default: 'bm25' },
      out: { type: 'string', default: 'run.json' },
    },
  });
  const mode = MODES.find((known) => known === values.mode);
  if (values.tasks === undefined || values.repos === undefined || mode === undefined)
    throw new Error(
      'usage: quality --tasks FILE --repos DIR [--specs FILE] [--mode bm25|semantic|hybrid] [--out FILE]',
    );
  const tasks = readTasks(values.tasks);
  const specs = readRepositories(values.specs ?? join(dirname(values.tasks), 'repos-dev.json'));
  const model = mode === 'bm25' ? undefined : await loadStaticModel();
  const entries: RunEntry[] = [];
  for (const { name, root } of specs) {
    const own = tasks.filter((task) => task.repo === name);
    const folder = join(values.repos, name);
    if (own.length === 0 || !existsSync(folder)) continue;
    const byRoot = own.filter((task) => task.commit === undefined);
    const whole = own.filter((task) => task.commit !== undefined);
    if (byRoot.length > 0) entries.push(...ask(byRoot, folder, root ?? '', mode, model));
    if (whole.length > 0) entries.push(...ask(whole, folder, '', mode, model));
  }
  writeFileSync(values.out, JSON.stringify(entries));
  console.log(`${entries.length} queries, ${mode}, written to ${values.out}`);
}

function ask(
  tasks: readonly Task[],
  folder: string,
  root: string,
  mode: SearchMode,
  model: StaticModel | undefined,
): RunEntry[] {
  const analyser = createAnalyser();
  const source = new MemorySource(analyser);
  const vectors = model === undefined ? undefined : new MemoryVectors(model);
  const started = performance.now();
  let characters = 0;
  for (const { path, text } of textFiles(folder, root)) {
    const file = analyser.analyse(path, text);
    source.add(file);
    vectors?.add(file, text);
    characters += text.length;
  }
  source.finish();
  source.vectors = vectors;
  const seconds = (performance.now() - started) / 1000;
  const entries = tasks.map(({ repo, query_id, query }): RunEntry => {
    const from = performance.now();
    const hits = search(query, source, {
      limit: SHOWN,
      mode,
      ...(model === undefined ? {} : { queryVector: model.encode(query) }),
    });
    const ms = performance.now() - from;
    return {
      repo,
      query_id,
      ms,
      ranked: hits.map(({ path, startLine, endLine }) => ({ path, start: startLine, end: endLine })),
    };
  });
  console.log(
    `${tasks[0]?.repo} ${root}: ${source.fileCount} files, ${source.chunkCount} chunks, ` +
      `${(characters / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`,
  );
  return entries;
}
