/** Each entry is also an MCP resource. */
import { AppError } from '../../core/errors.ts';
import type { ResourceProvider } from '../../core/resource.ts';
import type { Stash } from './stash.ts';

const SCHEME = 'pilotbook://stash/';
const MARKDOWN = 'text/markdown';
/** What a completion may hold by the protocol. */
const MOST_VALUES = 100;

export function stashResources(stash: Stash): ResourceProvider {
  const template = {
    uriTemplate: `${SCHEME}{ref}`,
    name: 'stash-entry',
    title: 'An entry of the stash, by its number',
    mimeType: MARKDOWN,
  };
  const listed = () => stash.list(new AbortController().signal).catch(noStash);
  return {
    templates: [template],
    list: async () =>
      (await listed()).map(({ ref, title }) => ({
        uri: `${SCHEME}${ref}`,
        name: ref,
        title: title ?? ref,
        mimeType: MARKDOWN,
      })),
    async read(uri) {
      if (!uri.startsWith(SCHEME)) return undefined;
      const entry = await stash.get(uri.slice(SCHEME.length), new AbortController().signal);
      const successors = entry.superseded_by?.join(', ');
      const notice = successors === undefined ? '' : `> superseded by ${successors}\n\n`;
      return { uri, mimeType: MARKDOWN, text: `${notice}${entry.markdown}` };
    },
    complete: async (uriTemplate, variable, prefix) =>
      uriTemplate === template.uriTemplate && variable === 'ref'
        ? (await listed())
            .map(({ ref }) => ref)
            .filter((ref) => ref.startsWith(prefix))
            .slice(0, MOST_VALUES)
        : [],
  };
}

/** A workspace without a stash has no entries to list; any other trouble is told. */
function noStash(thrown: unknown): [] {
  if (thrown instanceof AppError && thrown.code === 'not_initialized') return [];
  throw thrown;
}
