import { titleOf } from '../../../areas/stash/index.ts';
import { hideSecrets } from '../../../core/text/index.ts';
import { defineRule } from '../rule.ts';

export const stashUncitedEntry = defineRule({
  id: 'stash/uncited-entry',
  severity: 'info',
  summary: 'No comment cites an entry, it has no anchor, and nothing has replaced it.',
  async find({ stash, citations }) {
    const facts = await stash();
    if (facts.state !== 'ready') return [];
    const cited = new Set((await citations()).map(({ number }) => number));
    const alone = facts.entries.filter(
      ({ number, fields, successors }) =>
        !cited.has(number) && fields.anchors === undefined && successors.length === 0,
    );
    return alone.map(({ path, ref, markdown }) => {
      // A title cut short might hold the half of a secret, which nothing would know again.
      const title = titleOf(hideSecrets(markdown));
      return {
        file: path,
        line: 1,
        message: `No comment cites entry ${ref}${title === '' ? '' : ` (${title})`}.`,
        advice: `Put "refer to context ${ref}" into a comment where it applies.`,
      };
    });
  },
});
