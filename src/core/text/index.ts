/**
 * Text: lines, words, chunks, front matter. Pure: strings in, values out. Owns nothing on disk and refuses to
 * know where a text came from.
 */
export { showControls } from './controls.ts';
export { countLines, splitLines } from './lines.ts';
export { nearest } from './nearest.ts';
export { byCodeUnit } from './order.ts';
