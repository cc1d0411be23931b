import { nameOf } from '../../../areas/stash/index.ts';
import { STASH_FOLDER } from '../facts/stash.ts';
import { defineRule } from '../rule.ts';

export const stashMissingEntry = defineRule({
  id: 'stash/missing-entry',
  severity: 'error',
  summary: 'A comment cites an entry that does not exist.',
  async find({ stash, citations }) {
    const [facts, cited] = await Promise.all([stash(), citations()]);
    if (facts.state !== 'ready') return [];
    const missing = cited.filter(({ entry }) => entry === undefined);
    return missing.map(({ path, line, digits, number }) => ({
      file: path,
      line,
      message: facts.numbers.has(number)
        ? `The entry ${digits} cannot be read: its file is too large or not UTF-8 text.`
        : `There is no entry ${digits}.`,
      advice: 'Correct the number, or restore the entry; if it no longer applies, remove the comment.',
      related: [`${STASH_FOLDER}/${nameOf(number, facts.config).file}`],
    }));
  },
});
