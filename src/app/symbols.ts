/** The index of symbols, loaded with the first question: most of the code behind it is of no use to `initialize`. */
import type { SymbolDeps, SymbolIndex } from '../core/symbols/index.ts';

export function symbolsWhenAsked(deps: SymbolDeps): SymbolIndex {
  let opening: Promise<SymbolIndex> | undefined;
  const open = () => {
    opening ??= import('../core/symbols/index.ts').then(({ openSymbols }) => openSymbols(deps));
    return opening;
  };
  return {
    prepare: () => {
      // Whoever asks gets the error.
      open().then(
        (symbols) => symbols.prepare(),
        () => undefined,
      );
    },
    ask: async (options) => await (await open()).ask(options),
    enclosing: async (...asked) => await (await open()).enclosing(...asked),
    assignments: async (...asked) => await (await open()).assignments(...asked),
    close: async () => await (await opening)?.close(),
  };
}
