/** JavaScript and TypeScript: their grammars differ, the rules are the same. */
export { importReferences as imports } from './imports.ts';
export { declaredSymbols as symbols } from './outline.ts';
