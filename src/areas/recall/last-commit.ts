/** The commit that changed a file last: it says why the file is as it is. */
import type { RepoPath, Workspace } from '../../core/workspace/index.ts';

/** In a long history git may look for seconds; a reader of the file does not wait for that. */
const TIME_LIMIT_MS = 400;
const SHORT_ID = 10;

export interface LastCommit {
  id: string;
  /** YYYY-MM-DD, in UTC. */
  date: string;
  subject: string;
}

/** Undefined where git knows of none; `late` if it was not found in time. */
export async function lastCommitOf(
  { git }: Pick<Workspace, 'git'>,
  path: RepoPath,
  signal: AbortSignal,
): Promise<LastCommit | 'late' | undefined> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    const [found] = (await git.past({ limit: 1, path }, AbortSignal.any([signal, limit]))) ?? [];
    if (found === undefined) return limit.aborted ? 'late' : undefined;
    return {
      id: found.id.slice(0, SHORT_ID),
      date: new Date(found.timeMs).toISOString().slice(0, 10),
      subject: found.subject,
    };
  } catch (error) {
    if (limit.aborted && !signal.aborted) return 'late';
    throw error;
  }
}
