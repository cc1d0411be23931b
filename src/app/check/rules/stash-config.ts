import { STASH_FOLDER } from '../facts/stash.ts';
import { defineRule } from '../rule.ts';

export const stashConfig = defineRule({
  id: 'stash/config',
  severity: 'error',
  summary: '.context/config.json is missing or not valid.',
  async find({ stash }) {
    const facts = await stash();
    if (facts.state !== 'broken') return [];
    const { message, hint } = facts.error;
    return [
      {
        file: `${STASH_FOLDER}/config.json`,
        line: 1,
        message,
        advice: hint ?? 'Correct the file.',
      },
    ];
  },
});
