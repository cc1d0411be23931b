/**
 * The audit log, `<data_dir>/audit.jsonl`: one line for each call, with its tool, how it ended, how long it took, and the
 * arguments without what people wrote. Prompts, queries and contents appear as their length only.
 */

import type { Clock } from '../core/clock.ts';
import { asAppError } from '../core/errors.ts';
import type { Logger } from '../core/logger.ts';
import { type Folder, type Journal, openJournal, processOwner } from '../core/store/index.ts';
import { byCodeUnit, showControls } from '../core/text/index.ts';
import type { Tool } from '../core/tool.ts';

export interface AuditEvent {
  timestamp: string;
  request_id: string;
  tool: string;
  ok: boolean;
  blocked: boolean;
  /** Absent if it went well. */
  error_code?: string;
  duration_ms: number;
  bytes: number;
  /** The answer held nothing; absent otherwise. */
  empty?: boolean;
  /** Excerpts that were not sent again, and their size. */
  repeats?: number;
  saved_bytes?: number;
  metadata: Record<string, unknown>;
}

const FILE_NAME = 'audit.jsonl';
const MAX_BYTES = 4 * 1024 * 1024;
const KEPT_FILES = 3;
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

/** Written after the answers, in order; a read waits for all that was recorded before. */
export interface AuditJournal {
  record(event: AuditEvent): void;
  read(query: { since: string | undefined; limit: number }): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

interface AuditJournalDeps {
  /** The data directory, made if it is not there. */
  folder(): Promise<Folder>;
  clock: Clock;
  log: Logger;
  token: () => string;
}

export function openAuditJournal({ folder, clock, log, token }: AuditJournalDeps): AuditJournal {
  let journal: Promise<Journal> | undefined;
  let written: Promise<void> = Promise.resolve();
  let broken = false;
  // Opened with the first event: a server that only lists its tools writes nothing.
  const open = () => {
    journal ??= folder().then(async (opened) =>
      openJournal(opened, FILE_NAME, {
        maxBytes: MAX_BYTES,
        keep: KEPT_FILES,
        owner: await processOwner(token),
        clock,
      }),
    );
    return journal;
  };
  return {
    record(event) {
      written = written
        .then(async () => {
          await (await open()).append({ ...event });
          broken = false;
        })
        .catch((error: unknown) => {
          // A read-only checkout must still answer; it says once that nothing is logged.
          if (!broken) log.warn('the audit log cannot be written', { error });
          broken = true;
          journal = undefined;
        });
    },
    async read({ since, limit }) {
      await written;
      if (broken) return [];
      try {
        return await (await open()).read({ ...(since === undefined ? {} : { since }), limit });
      } catch (thrown) {
        // Where no log can be made, none was.
        if (asAppError(thrown).kind !== 'io') throw thrown;
        journal = undefined;
        return [];
      }
    },
    close: () => written,
  };
}
