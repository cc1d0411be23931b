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
export { parseJson } from './json.ts';
export { lookUpInJson, removeFromJson, setInJson } from './jsonc.ts';
export { keywords } from './keywords.ts';
export { type LineTable, lineTable } from './line-table.ts';
export { countLines, splitLines } from './lines.ts';
export { nearest } from './nearest.ts';
export { byCodeUnit } from './order.ts';
export { findSecrets, hideSecrets } from './secrets.ts';
export { folded } from './spelling.ts';
export { stem } from './stem.ts';
export { STOP_WORDS } from './stop-words.ts';
export { estimateTokens } from './token-estimate.ts';
export { parseToml } from './toml.ts';
export { removeTomlTable, setTomlTable, tomlTable } from './toml-table.ts';
export { runs, words, wordsOfRun } from './words.ts';
export { parseYaml, type YamlPath, type YamlText } from './yaml.ts';
