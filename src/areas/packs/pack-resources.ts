/** Packs that have not expired, as MCP resources by name or id. */
import type { ResourceProvider } from '../../core/tool.ts';
import { parseTarget } from './command.ts';
import { findPack } from './lookup.ts';
import type { OutputDeps } from './output.ts';

const SCHEME = 'pilotbook://pack/';
const MARKDOWN = 'text/markdown';
/** The protocol's limit for a completion. */
const MOST_VALUES = 100;

export function packResources(deps: OutputDeps): ResourceProvider {
  const template = {
    uriTemplate: `${SCHEME}{name}`,
    name: 'context-pack',
    title: 'A context pack, by its name or id, with the code as it is now',
    mimeType: MARKDOWN,
  };
  const living = () => deps.packs.list();
  return {
    templates: [template],
    list: async () =>
      (await living()).map(({ id, name, title }) => ({
        uri: `${SCHEME}${encodeURIComponent(name ?? id)}`,
        name: name ?? id,
        title: title ?? name ?? id,
        mimeType: MARKDOWN,
      })),
    async read(uri, signal) {
      if (!uri.startsWith(SCHEME)) return undefined;
      const pack = await findPack(deps.packs, parseTarget({ name: decoded(uri.slice(SCHEME.length)) }));
      const { renderPack } = await import('./output.ts');
      const text = await renderPack(deps, pack, undefined, signal);
      return { uri, mimeType: MARKDOWN, text };
    },
    complete: async (uriTemplate, variable, prefix) =>
      uriTemplate === template.uriTemplate && variable === 'name'
        ? (await living())
            .map(({ id, name }) => name ?? id)
            .filter((name) => name.startsWith(prefix))
            .sort()
            .slice(0, MOST_VALUES)
        : [],
  };
}

/** The text itself if it is not well encoded: a percent sign may be part of the name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
