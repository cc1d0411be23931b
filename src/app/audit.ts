/**
 * What is said of a call in `<data_dir>/audit.jsonl`: which tool, how it ended, how long it took, and the
 * arguments without what people wrote. Prompts, queries and contents appear as their length only.
 */
import { byCodeUnit, showControls } from '../core/text/index.ts';
import type { Tool } from '../core/tool.ts';

export interface AuditEvent {
  timestamp: string;
  request_id: string;
  tool: string;
  ok: boolean;
  blocked: boolean;
  error_code: string | null;
  duration_ms: number;
  bytes: number;
  metadata: Record<string, unknown>;
}

const MAX_PLAIN_LENGTH = 256;

/** Only arguments the tool knows are named at all: an unknown name is the caller's text too. */
export function sanitise(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of tool.argumentNames) {
    if (!Object.hasOwn(args, name)) continue;
    const value = args[name];
    const plain = tool.plainArguments.includes(name);
    if (typeof value === 'number' || typeof value === 'boolean') out[name] = value;
    else if (typeof value === 'string')
      Object.assign(out, plain ? { [name]: printable(value) } : { [`${name}_length`]: value.length });
    else if (Array.isArray(value)) out[name] = { type: 'array', length: value.length };
    else if (typeof value === 'object' && value !== null)
      out[name] = { type: 'object', size: Object.keys(value).length };
  }
  return Object.fromEntries(Object.entries(out).sort(([a], [b]) => byCodeUnit(a, b)));
}

function printable(text: string): string {
  return showControls(text.slice(0, MAX_PLAIN_LENGTH));
}
