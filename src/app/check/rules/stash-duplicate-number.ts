import type { Renumbering } from '../facts/collision.ts';
import { defineRule } from '../rule.ts';

export const stashDuplicateNumber = defineRule<Renumbering>({
  id: 'stash/duplicate-number',
  severity: 'error',
  summary: 'Two entries claim one number: two files, a stopped merge, or a merge that dropped a text.',
  fixes:
    'renumbers the text that came later, or from the other side, to the next free number, with its comments',
  async find({ collisions }) {
    return (await collisions()).map(({ entry, line, message, renumbering }) => ({
      file: entry.path,
      line,
      message,
      advice:
        renumbering === undefined
          ? 'Renumber one of the texts by hand, and update the comments that cite it.'
          : 'Run pilotbook check --fix: the other text gets the next free number.',
      ...(renumbering === undefined ? {} : { subject: renumbering }),
    }));
  },
  async fix({ text, oldFile, citations }, actions) {
    const { ref, file } = await actions.addEntry(text);
    if (oldFile !== undefined && 'remove' in oldFile) await actions.removeEntry(oldFile.remove);
    else if (oldFile !== undefined) await actions.restoreEntry(oldFile.restore, oldFile.text);
    const [done, left]: [string[], string[]] = [[], []];
    for (const citation of citations) {
      const place = `${citation.path}:${citation.line}`;
      await actions.repoint(citation, ref).then(
        () => done.push(place),
        () => left.push(place),
      );
    }
    return [
      `the other text is now ${file}`,
      ...(done.length === 0 ? [] : [`cited from ${done.join(', ')}`]),
      ...(left.length === 0 ? [] : [`update these citations by hand: ${left.join(', ')}`]),
    ].join(', ');
  },
});
