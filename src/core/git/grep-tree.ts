import { listedPath, type RepoPath } from '../sandbox/index.ts';
import { type GitCall, type GitCommand, nulSeparated } from './command.ts';

const OPTIONS = ['-z', '-l', '-I', '-i', '-E', '--no-textconv', '--no-color', '--no-full-name'];

/** git ends with a failure where nothing matches too; either way there is no file to name. */
export async function grepTree(
  git: GitCommand,
  commit: string,
  pattern: string,
  call: GitCall,
): Promise<RepoPath[]> {
  const output = await git(['grep', ...OPTIONS, '-e', pattern, commit, '--'], call);
  return nulSeparated(output ?? Buffer.alloc(0)).flatMap(
    (name) => listedPath(name.slice(commit.length + 1)) ?? [],
  );
}
