/** What the list of tools costs in a model's context: name, description and schema of each. */
import Tokenizer from 'ai-tokenizer';
import * as encoding from 'ai-tokenizer/encoding/claude';
import type { Tool } from '../../src/core/tool.ts';

export async function schemaTokens(tools: readonly Tool[]): Promise<number> {
  const list = tools.map(({ safeName, description, schema }) => ({
    name: safeName,
    description,
    input_schema: schema(),
  }));
  return countTokens(JSON.stringify(list));
}

export function countTokens(text: string): number {
  return new Tokenizer(encoding).count(text);
}
