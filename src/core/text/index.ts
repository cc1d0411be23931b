/**
 * Text: lines, words, chunks, front matter. Pure: strings in, values out. Owns nothing on disk and refuses to
 * know where a text came from.
 */
export { type Chunk, chunksOf } from './chunks.ts';
export { type CitedEntry, findCitations } from './citations.ts';
export { conflictLine, type Sides, sidesOf } from './conflict.ts';
export { escapeControlsInJson, showControls } from './controls.ts';
export type { DeclarationKind } from './declaration-rules.ts';
export { type Declaration, scanDeclarations } from './declarations.ts';
export { lookUpInJson, parseJson, removeFromJson, setInJson } from './json.ts';
export { keywords, STOP_WORDS } from './keywords.ts';
export { countLines, type LineTable, lineTable, splitLines } from './lines.ts';
export { byCodeUnit } from './order.ts';
export { BLOCK_BEGIN, BLOCK_END, ownBlocks } from './own-blocks.ts';
export { findSecrets, hideSecrets } from './secrets.ts';
export { folded, nearest } from './spelling.ts';
export { proseStem, stem } from './stem.ts';
export { parseToml, removeTomlTable, setTomlTable, tomlTable } from './toml.ts';
export { estimateTokens, runs, words, wordsOfRun } from './words.ts';
export { parseYaml, type YamlPath, type YamlText } from './yaml.ts';
