/** The audit log on disk: written behind the answers, in order, and read after what was written. */
import type { Clock } from '../core/clock.ts';
import { asAppError } from '../core/errors.ts';
import type { Logger } from '../core/log.ts';
import { type Folder, type Journal, openJournal, processOwner } from '../core/store/index.ts';
import type { AuditEvent } from './audit.ts';

const NAME = 'audit.jsonl';
const MAX_BYTES = 4 * 1024 * 1024;
const KEPT_FILES = 3;

export interface AuditJournal {
  record(event: AuditEvent): void;
  read(query: { since: string | undefined; limit: number }): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

export interface AuditJournalDeps {
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
  // Opened with the first event: a server that is only asked for its list of tools leaves no trace.
  const open = () => {
    journal ??= folder().then(async (opened) =>
      openJournal(opened, NAME, {
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
