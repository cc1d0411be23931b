// Writes docs/schemas/context.schema.json from the schema that the program reads documents with.
import { writeFileSync } from 'node:fs';
import { publishedSchema } from '../src/areas/contexts/document/document-schema.ts';

writeFileSync(
  new URL('../docs/schemas/context.schema.json', import.meta.url),
  `${JSON.stringify(publishedSchema(), null, 2)}\n`,
);
