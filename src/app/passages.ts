/** The chooser of passages, loaded with the first prompt: `initialize` needs none of it. */
import type { PassageDeps, PassageFinder } from '../core/passages/index.ts';

export function passagesWhenAsked(deps: PassageDeps): PassageFinder {
  let opening: Promise<PassageFinder> | undefined;
  const open = () => {
    opening ??= import('../core/passages/index.ts').then(({ createPassages }) => createPassages(deps));
    return opening;
  };
  return {
    ask: async (signal) => await (await open()).ask(signal),
    find: async (...asked) => await (await open()).find(...asked),
    tests: async (...asked) => await (await open()).tests(...asked),
  };
}
