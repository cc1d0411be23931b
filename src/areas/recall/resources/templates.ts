import type { ResourceTemplate } from '../../../core/resource.ts';

export const MARKDOWN = 'text/markdown';
export const MODULE_TEMPLATE = 'context://module/{name}';

export const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: MODULE_TEMPLATE,
    name: 'module',
    title: 'What is known about a module',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: 'context://sessions/recent{?limit}',
    name: 'recent-sessions',
    title: 'Recent sessions',
    mimeType: MARKDOWN,
  },
];
