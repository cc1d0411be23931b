/** The schema of `.context.yaml` for other programs, as docs/schemas holds it. */
import { z } from 'zod';
import { contextSchema } from './schema.ts';

export function publishedSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(contextSchema, { io: 'input', target: 'draft-2020-12' }),
    title: '.context.yaml',
    description: 'What is to be known about a directory, version 1.',
  };
}
