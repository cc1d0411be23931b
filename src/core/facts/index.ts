/**
 * Facts: what the names in one text are, as far as that text alone tells. Text in, facts out; runs in parsing threads. One
 * file or folder of rules a language. Knows no other file, no disk, no question.
 */

export { declarationsBy } from './by-name.ts';
export { decodeFacts, encodeFacts, factsSize } from './encode.ts';
export * from './facts.ts';
export { hasFacts, readFacts, unread } from './read-facts.ts';
