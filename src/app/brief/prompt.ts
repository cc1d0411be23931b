/** The prompt `brief-me`: the same text as `pilotbook brief`, for a client that offers prompts. */
import type { PromptDefinition } from '../../core/tool.ts';
import type { MakeBrief } from './brief.ts';

export function briefPrompt(brief: MakeBrief): PromptDefinition {
  return {
    name: 'brief-me',
    title: 'Brief me on a change',
    description: 'What was decided about files or a change, and what the change puts at risk.',
    arguments: [
      { name: 'paths', description: 'files or directories, separated by commas', required: false },
      { name: 'since', description: 'a revision: the change since then', required: false },
    ],
    async render({ paths, since }, _words, signal) {
      const named = (paths ?? '')
        .split(/[,\n]/)
        .map((path) => path.trim())
        .filter((path) => path !== '');
      const made = await brief({
        since: since === undefined || since.trim() === '' ? undefined : since.trim(),
        paths: named,
        signal,
      });
      return (await import('./markdown.ts')).briefMarkdown(made);
    },
  };
}
