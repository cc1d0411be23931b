/** Entries as MCP resources, and the prompt that records one. */
import { AppError } from '../../core/errors.ts';
import type { PromptDefinition, ResourceProvider } from '../../core/tool.ts';
import type { Stash } from './stash.ts';

const SCHEME = 'pilotbook://stash/';
const MARKDOWN = 'text/markdown';
/** The protocol's limit for a completion. */
const MOST_VALUES = 100;

export function stashResources(stash: Stash): ResourceProvider {
  const template = {
    uriTemplate: `${SCHEME}{ref}`,
    name: 'stash-entry',
    title: 'An entry of the stash, by its number',
    mimeType: MARKDOWN,
  };
  const listed = (signal: AbortSignal) => stash.list(signal).catch(noStash);
  return {
    templates: [template],
    list: async (signal) =>
      (await listed(signal)).map(({ ref, title }) => ({
        uri: `${SCHEME}${ref}`,
        name: ref,
        title: title ?? ref,
        mimeType: MARKDOWN,
      })),
    async read(uri, signal) {
      if (!uri.startsWith(SCHEME)) return undefined;
      const entry = await stash.get(uri.slice(SCHEME.length), signal);
      const successors = entry.superseded_by?.join(', ');
      const notice = successors === undefined ? '' : `> superseded by ${successors}\n\n`;
      return { uri, mimeType: MARKDOWN, text: `${notice}${entry.markdown}` };
    },
    complete: async (uriTemplate, variable, prefix, signal) =>
      uriTemplate === template.uriTemplate && variable === 'ref'
        ? (await listed(signal))
            .map(({ ref }) => ref)
            .filter((ref) => ref.startsWith(prefix))
            .slice(0, MOST_VALUES)
        : [],
  };
}

/** A workspace without a stash has no entries to list; any other error is reported. */
function noStash(thrown: unknown): [] {
  if (thrown instanceof AppError && thrown.code === 'not_initialized') return [];
  throw thrown;
}

export const recordDecision: PromptDefinition = {
  name: 'record-decision',
  title: 'Record a decision',
  description: 'Write down why something was done, as a note that code can cite.',
  arguments: [
    { name: 'what', description: 'What was decided, in a sentence', required: true },
    { name: 'where', description: 'Places it concerns, e.g. src/a.ts:10-20', required: false },
  ],
  render: async ({ what = '', where }, words) =>
    [
      `Record this decision about the repository: ${JSON.stringify(what)}.`,
      ...(where ? [`It concerns: ${JSON.stringify(where)}.`] : []),
      '',
      words(
        '1. Look for earlier notes on it with context_search and context.search; say which of them it supersedes.',
      ),
      '2. Write a short Markdown note about this one thing: the problem, what was decided, what was ruled out and why.',
      words(
        '3. Call context.create with type "decision", the module, the places as anchors, and supersedes if there is an older note.',
      ),
      '4. Paste the comment it returns at every place concerned, and nowhere else.',
      'Show me the note before you create it.',
    ].join('\n'),
};
