/**
 * A note that is written from afar becomes a commit on a branch of its own, for review at the origin. The hub writes to no other branch, and
 * to no file of the commits it serves.
 */
import { join } from 'node:path';
import type { CallMeta } from '../app/index.ts';
import { AppError } from '../core/errors.ts';
import { writeScratch } from '../core/git/for-hub.ts';
import type { Outcome } from '../core/tool.ts';
import type { Caller } from './callers.ts';
import type { Hub } from './hub.ts';
import type { Version } from './repository.ts';

const NOTES = '.context/';
/** Numbers that were used by a hub before this database may be taken at the origin. */
const MOST_ATTEMPTS = 20;
const PLACE_PATH = /^(.+?)(?:::|:\d|$)/;

export async function addNote(
  hub: Hub,
  caller: Caller,
  version: Version,
  args: Record<string, unknown>,
  meta: CallMeta,
): Promise<Outcome | undefined> {
  const repository = hub.repository(version.repository);
  if (repository === undefined)
    throw new AppError('not_found', 'repository_not_found', 'The repository is no longer served.');
  const { mirror } = repository;
  const files = await mirror.files(version.commit);
  const anchors = Array.isArray(args.anchors) ? args.anchors.map(String) : [];
  const about = new Set(anchors.map((anchor) => PLACE_PATH.exec(anchor)?.[1]));
  const wanted = files.filter(({ path }) => path.startsWith(NOTES) || about.has(path));
  return await writeScratch(
    mirror,
    wanted,
    { into: join(hub.settings.dataDir, 'scratch'), token: hub.host.token() },
    async (root, added) => {
      const app = await hub.apps.openAt(root);
      let outcome: Outcome | undefined;
      try {
        outcome = await app.call('context.create', args, meta);
      } finally {
        await app.close();
      }
      if (outcome === undefined || outcome.isError) return outcome;
      const made = added(NOTES);
      const commit = await mirror.commit(
        version.commit,
        made,
        `docs: ${titleOf(args.markdown)}\n\nWritten through Pilotbook by ${caller.name}.\n`,
      );
      const branch = await pushed(hub, caller, (name) => mirror.push(commit, name));
      const where = `The note is on the branch ${branch} at the origin, for review; it is searched once it is merged.`;
      return {
        ...outcome,
        text: meta.form === 'text' ? `${outcome.text}\n${where}` : outcome.text,
        meta: { 'io.github.pilotbook/branch': branch, 'io.github.pilotbook/commit': commit },
      };
    },
  );
}

async function pushed(hub: Hub, caller: Caller, push: (branch: string) => Promise<boolean>): Promise<string> {
  const owner =
    caller.name
      .replace(/[^a-z0-9-]+/gi, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'caller';
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const branch = `pilotbook/${owner}/${await hub.store.nextNote(owner)}`;
    if (await push(branch)) return branch;
  }
  throw new AppError('conflict', 'branch_taken', 'The origin has branches of the next numbers already.', {
    hint: 'Try again.',
  });
}

function titleOf(markdown: unknown): string {
  const first =
    String(markdown ?? '')
      .split('\n')
      .find((line) => line.trim() !== '') ?? 'a note';
  return first
    .replace(/^#+\s*/, '')
    .trim()
    .slice(0, 70);
}
