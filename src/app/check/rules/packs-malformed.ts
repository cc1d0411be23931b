import { defineRule } from '../rule.ts';

export const packsMalformed = defineRule({
  id: 'packs/malformed',
  severity: 'error',
  summary: 'A pack file cannot be read, which keeps all packs from being listed.',
  async find({ packs }) {
    return (await packs()).flatMap((pack) =>
      'problem' in pack
        ? [{ file: pack.file, line: 1, message: pack.problem.message, advice: pack.problem.hint }]
        : [],
    );
  },
});
