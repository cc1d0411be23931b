/** The log: JSON lines on stderr, which is often a terminal. stdout belongs to the protocol. */
import { escapeControlsInJson } from './text/index.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Logger {
  debug(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}

export function createLogger(level: LogLevel, write: (line: string) => void, now: () => number): Logger {
  const least = LOG_LEVELS.indexOf(level);
  const at =
    (name: LogLevel) =>
    (message: string, facts: Record<string, unknown> = {}) => {
      if (LOG_LEVELS.indexOf(name) < least) return;
      const time = new Date(now()).toISOString();
      write(`${escapeControlsInJson(JSON.stringify({ time, level: name, message, ...plain(facts) }))}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** JSON.stringify prints an Error as `{}`. */
function plain(facts: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(facts))
    out[key] =
      value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;
  return out;
}
