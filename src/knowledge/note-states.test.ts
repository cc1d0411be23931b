import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentenceBeside } from './note-states.ts';

test.each([
  ['Retries wait', '# Retries wait\n\nThe gateway bans us. It is slow.', 'The gateway bans us.'],
  ['Retries wait', '# Retries wait\n\n- since 2.0 the gateway\n  bans us', 'since 2.0 the gateway bans us'],
  ['Retries wait', 'Retries wait', ''],
  ['Use a queue', 'Use a queue\nUploads were lost.\nIt is slower.', 'Uploads were lost.'],
])('the sentence beside %j', (title, text, sentence) => {
  expect(sentenceBeside(title, text)).toBe(sentence);
});

test('title and sentence are one short line, whatever is written', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 80 }),
      fc.string({ maxLength: 400, unit: 'binary' }),
      (title, text) => {
        const sentence = sentenceBeside(title, text);
        expect(title.length + sentence.length).toBeLessThanOrEqual(160);
        expect(sentence).not.toContain('\n');
      },
    ),
  );
});
