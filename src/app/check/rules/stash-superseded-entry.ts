import type { Citation } from '../facts/citations.ts';
import { STASH_FOLDER } from '../facts/stash.ts';
import { defineRule } from '../rule.ts';

export const stashSupersededEntry = defineRule<{ citation: Citation; successor: string }>({
  id: 'stash/superseded-entry',
  severity: 'warning',
  summary: 'A comment cites an entry that another one has replaced.',
  fixes: 'makes the comment cite the successor, if there is exactly one',
  async find({ stash, citations }) {
    const facts = await stash();
    if (facts.state !== 'ready') return [];
    const fileOf = new Map(facts.entries.map(({ ref, file }) => [ref, file]));
    return (await citations()).flatMap((citation) => {
      const { entry, path, line } = citation;
      const [successor, ...more] = entry?.successors ?? [];
      if (entry === undefined || successor === undefined) return [];
      const names = [successor, ...more].join(', ');
      return [
        {
          file: path,
          line,
          message: `Entry ${entry.ref} is superseded by ${names}.`,
          advice: `Read ${names} (pilotbook stash show ${successor}) and cite it instead.`,
          related: [successor, ...more].map((ref) => `${STASH_FOLDER}/${fileOf.get(ref) ?? ref}`),
          ...(more.length === 0 ? { subject: { citation, successor } } : {}),
        },
      ];
    });
  },
  async fix({ citation, successor }, actions) {
    await actions.repoint(citation, successor);
    return `cites ${successor} instead of ${citation.entry?.ref}`;
  },
});
