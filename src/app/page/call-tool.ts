import type { ToolValues } from '../areas.ts';

/** Calls a tool as the page, and throws its error. */
export type CallTool = <Name extends keyof ToolValues>(
  name: Name,
  args: unknown,
  signal: AbortSignal,
) => Promise<{ value: ToolValues[Name]; text: string }>;
