import { sentence } from '../reason.ts';
import { defineRule } from '../rule.ts';

export const stashLostAnchor = defineRule({
  id: 'stash/lost-anchor',
  severity: 'warning',
  summary: 'The code an entry is anchored to is gone, and nothing has replaced the entry.',
  async find({ entryPlaces }) {
    const lost = (await entryPlaces()).filter(
      ({ entry, now }) => now.state === 'lost' && entry.successors.length === 0,
    );
    return lost.map(({ entry: { path, ref }, anchor, now }) => ({
      file: path,
      line: 1,
      message: `The code of entry ${ref} (${anchor.path}:${anchor.startLine}-${anchor.endLine}) is lost: ${sentence(now.reason)}`,
      advice: `Write what holds now into an entry that takes its place: pilotbook stash add --supersedes ${ref}, with --anchors where there is code for it.`,
      related: [anchor.path],
    }));
  },
});
