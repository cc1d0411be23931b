/**
 * Text: lines, words, chunks, declared names, JSON, TOML and YAML. Pure: strings in, values out. Owns nothing on disk and
 * does not know where a text came from.
 */
export { type Chunk, chunksOf } from './chunks.ts';
export { type CitedEntry, findCitations } from './citations.ts';
export { byCodeUnit, editDistance, folded, nearest } from './compare-names.ts';
export type { DeclarationKind } from './declaration-rules.ts';
export { type Declaration, scanDeclarations } from './declarations.ts';
export {
  isRecord,
  lookUpInJson,
  parseJson,
  parseJsonc,
  recordOf,
  removeFromJson,
  setInJson,
  stringsOf,
} from './json.ts';
export { keywords, STOP_WORDS, symbolHints } from './keywords.ts';
export { type DiffLine, diffLines } from './line-diff.ts';
export { countLines, type LineTable, linesWithin, lineTable, splitLines } from './lines.ts';
export { BLOCK_BEGIN, BLOCK_END, conflictLine, ownBlocks, type Sides, sidesOf } from './marked-parts.ts';
export { RecentCache } from './recent-cache.ts';
export { escapeControlsInJson, findSecrets, hideSecrets, showControls } from './safe-to-show.ts';
export { otherStem, proseStem, stem } from './stem.ts';
export { parseToml, removeTomlTable, setTomlTable, tomlTable } from './toml.ts';
export { estimateTokens, runs, words, wordsOfRun } from './words.ts';
export { parseYaml, type YamlPath, type YamlText } from './yaml.ts';
