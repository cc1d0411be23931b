import {
  type Chunk,
  chunksOf,
  type Declaration,
  type LineTable,
  lineTable,
  scanDeclarations,
} from '../../text/index.ts';

/** How a text is cut, and the names by which it is. */
export function chunksOfText(
  path: string,
  text: string,
  lines: LineTable = lineTable(text),
): { lineCount: number; declarations: Declaration[]; chunks: Chunk[] } {
  const declarations = scanDeclarations(path, text, lines);
  return { lineCount: lines.count, declarations, chunks: chunksOf(lines, declarations) };
}
