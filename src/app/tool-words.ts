/** Our own sentences about tools, in the names their reader knows the tools by. */
import type { Tool } from '../core/tool.ts';

/** What a reader calls a tool: a client as it is listed there, a person by the command. */
export type ToolNaming = (tool: Pick<Tool, 'name' | 'safeName'>) => string;

/** With a mark inside: "input" is also a word of English, and may mean no tool at all. */
const TOOL_NAME = /(?<![\w.])[a-z]+(?:[._][a-z]+)+/g;

/** Only for words of ours: text of the repository keeps every name as it stands there. */
export function inWordsOf(
  named: ToolNaming,
  tools: readonly Pick<Tool, 'name' | 'safeName'>[],
): (text: string) => string {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return (text) =>
    text.replace(TOOL_NAME, (word) => {
      const tool = byName.get(word);
      return tool === undefined ? word : named(tool);
    });
}
