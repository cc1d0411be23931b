/**
 * What the first view of a process would wait for: loading the index, the first listing of the files, the walk through the history. It is
 * read ahead, one thing after the other, while the person looks for the browser. The change is not: the page asks for it first of all.
 * Nothing is made that is not there: without an index nothing is searched.
 */
import type { Services } from '../services.ts';

const ANY_WORD = 'main';

export async function warmUp(
  { engine }: Services,
  page: {
    knowledge(signal: AbortSignal): Promise<unknown>;
    map(path: string, signal: AbortSignal): Promise<unknown>;
  },
  signal: AbortSignal,
): Promise<void> {
  const { state } = await engine.index.status();
  const isIndexed = state === 'ready';
  const steps: (() => Promise<unknown>)[] = [
    ...(isIndexed
      ? [() => engine.index.search(ANY_WORD, { mode: 'hybrid', topK: 1, explain: true, signal })]
      : []),
    () => page.knowledge(signal),
    ...(isIndexed ? [() => page.map('', signal)] : []),
  ];
  for (const step of steps) {
    if (signal.aborted) return;
    // Whoever asks for it is told why it failed.
    await step().catch(() => {});
  }
}
