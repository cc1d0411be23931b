/** YAML as untrusted text: no aliases (they can grow without bound), no tags, no duplicate keys, one document. */

export type ParsedYaml = { ok: true; value: unknown } | { ok: false; problem: string };

export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { parseDocument } = await import('yaml');
  try {
    const document = parseDocument(text, {
      schema: 'core',
      uniqueKeys: true,
      stringKeys: true,
      prettyErrors: false,
      logLevel: 'silent',
    });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem)
      return {
        ok: false,
        problem: `not valid YAML at line ${text.slice(0, problem.pos[0]).split('\n').length}`,
      };
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
  } catch {
    return { ok: false, problem: 'not valid YAML' };
  }
}
