import { isBlob } from '../facts/history.ts';
import { defineRule } from '../rule.ts';

const SHORT_ID = 10;

export const stashChangedEntry = defineRule({
  id: 'stash/changed-entry',
  severity: 'error',
  summary: 'An entry was changed after it was first committed.',
  async find({ stash, history, collisions, typed }) {
    const [facts, past] = [await stash(), await history()];
    if (facts.state !== 'ready' || past === undefined) return [];
    const elsewhere = new Set((await collisions()).map(({ entry }) => entry.file));
    return facts.entries.flatMap(({ path, file, ref, bytes }) => {
      const additions = past.get(path) ?? [];
      const [first] = additions;
      if (first === undefined || elsewhere.has(file) || additions.some(({ blob }) => isBlob(bytes, blob)))
        return [];
      const commit = first.commit.slice(0, SHORT_ID);
      return [
        {
          file: path,
          line: 1,
          message: `Entry ${ref} was changed after it was committed in ${commit}.`,
          advice: `Restore it (git checkout ${commit} -- ${typed(path)}) and write what is new into an entry that supersedes it.`,
        },
      ];
    });
  },
});
