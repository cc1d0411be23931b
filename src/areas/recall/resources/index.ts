/** The resources of recall. What makes their texts is loaded with the first question: most servers are asked none. */
import type { ResourceProvider } from '../../../core/resource.ts';
import type { ResourceDeps } from './provider.ts';
import { TEMPLATES } from './templates.ts';

export function recallResources(deps: ResourceDeps): ResourceProvider {
  let provider: Promise<ResourceProvider> | undefined;
  const opened = () => {
    provider ??= import('./provider.ts').then(({ createRecallResources }) => createRecallResources(deps));
    return provider;
  };
  return {
    templates: TEMPLATES,
    list: async () => (await opened()).list(),
    read: async (uri) => (uri.startsWith('context://') ? (await opened()).read(uri) : undefined),
    complete: async (uriTemplate, variable, prefix) =>
      (await opened()).complete(uriTemplate, variable, prefix),
  };
}
