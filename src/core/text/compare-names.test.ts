import { expect, test } from 'vitest';
import { folded } from './compare-names.ts';

test('a name is the same in every custom of spelling, and another one is not', () => {
  for (const name of ['openGate', 'open_gate', 'open-gate', 'OpenGate', 'OPEN_GATE', '_openGate'])
    expect(folded(name)).toBe('opengate');
  expect(folded('open.gate')).not.toBe('opengate');
});
