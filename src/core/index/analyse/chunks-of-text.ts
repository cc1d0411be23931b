import { type Chunk, chunksOf, type Declaration, lineTable, scanDeclarations } from '../../text/index.ts';

/** How a text is cut, and the names by which it is. */
export function chunksOfText(
  path: string,
  text: string,
): { lineCount: number; declarations: Declaration[]; chunks: Chunk[] } {
  const lines = lineTable(text);
  const declarations = scanDeclarations(path, text, lines);
  return { lineCount: lines.count, declarations, chunks: chunksOf(lines, declarations) };
}
