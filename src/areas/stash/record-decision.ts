/** Prompts a person picks in the client. The words are ours; what they pass is quoted as data. */
import type { PromptDefinition } from '../../core/resource.ts';

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
