/** YAML as untrusted text: no aliases (they can grow without bound), no tags, no duplicate keys, one document. */
import type { Document } from 'yaml';

export type YamlPath = readonly (string | number)[];

export interface YamlText {
  value: unknown;
  /** For those who change single fields and leave the rest as it is written. */
  document: Document;
  /** The line, from 1, of what stands at the path, or of the nearest thing around it that is there. */
  lineAt(path: YamlPath): number;
}

export type ParsedYaml =
  | ({ ok: true } & YamlText)
  | { ok: false; line: number; problem: 'broken' | 'not plain data' };

export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { isNode, parseDocument } = await import('yaml');
  try {
    const document = parseDocument(text, {
      schema: 'core',
      uniqueKeys: true,
      stringKeys: true,
      prettyErrors: false,
      logLevel: 'error',
    });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) return { ok: false, line: lineOf(text, problem.pos[0]), problem: 'broken' };
    const lineAt = (path: YamlPath): number => {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineOf(text, node.range[0]);
      }
      return 1;
    };
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }), document, lineAt };
  } catch {
    // An alias, or brackets nested so deep that the parser gave up.
    return { ok: false, line: 1, problem: 'not plain data' };
  }
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
