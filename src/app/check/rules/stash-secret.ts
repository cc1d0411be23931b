import { findSecrets } from '../../../core/text/index.ts';
import { defineRule } from '../rule.ts';

export const stashSecret = defineRule({
  id: 'stash/secret',
  severity: 'error',
  summary: 'An entry contains what looks like a secret.',
  async find({ stash }) {
    const facts = await stash();
    if (facts.state !== 'ready') return [];
    return facts.entries.flatMap(({ path, ref, bytes }) =>
      findSecrets(bytes.toString('utf8')).map(({ what, line }) => ({
        file: path,
        line,
        message: `Entry ${ref} contains what looks like ${what}.`,
        advice: 'If it is one, revoke it first; then remove the entry and write it again without the secret.',
      })),
    );
  },
});
