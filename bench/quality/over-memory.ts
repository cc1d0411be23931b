/** Ranking alone, over an index in memory. */
import { loadStaticModel } from '../../src/core/embed/index.ts';
import { Analyser } from '../../src/core/index/analyse/analyser.ts';
import type { SearchMode } from '../../src/core/index/contract.ts';
import { parseQuery } from '../../src/core/index/ranking/query-terms.ts';
import { rank } from '../../src/core/index/ranking/rank.ts';
import { textFiles } from './files.ts';
import { memoryHistory } from './memory-history.ts';
import { MemorySource } from './memory-source.ts';
import { MemoryVectors } from './memory-vectors.ts';
import { type RunEntry, SHOWN, type Task } from './tasks.ts';

export async function askMemory(
  tasks: readonly Task[],
  folder: string,
  root: string,
  mode: SearchMode,
): Promise<RunEntry[]> {
  const model = mode === 'bm25' ? undefined : await loadStaticModel();
  const analyser = new Analyser();
  const source = new MemorySource(analyser);
  const vectors = model === undefined ? undefined : new MemoryVectors(model);
  const ids = new Map<string, number>();
  for (const { path, text } of textFiles(folder, root)) {
    ids.set(path, ids.size);
    const file = analyser.analyse(path, text);
    source.add(file);
    vectors?.add(file, text);
  }
  source.finish();
  source.vectors = vectors;
  const history = memoryHistory(folder, ids.size, (path) => ids.get(path) ?? -1);
  return tasks.map(({ repo, query_id, query }) => {
    const from = performance.now();
    const hits = rank(parseQuery(query), source, {
      limit: SHOWN,
      mode,
      history,
      ...(model === undefined ? {} : { queryVector: model.encode(query) }),
    });
    const ms = performance.now() - from;
    const ranked = hits.map(({ path, startLine, endLine }) => ({ path, start: startLine, end: endLine }));
    return { repo, query_id, ranked, ms };
  });
}
