import { expect, test } from 'vitest';
import * as probes from './probes.ts';
import { isLacking, named } from './probes.ts';

const met = { met: true, otherwise: 'no sun' };
const unmet = { met: false, otherwise: 'no rain' };

test('a test with an unmet need is left out, and its name says why', () => {
  expect([isLacking(), isLacking(met), isLacking(met, unmet)]).toEqual([false, false, true]);
  expect(named('grows', met)).toBe('grows');
  expect(named('grows', met, unmet)).toBe('grows (left out: no rain)');
});

test.skipIf(process.platform !== 'linux')(
  'on Linux every need is met, so that nothing is left out there (checked on Linux alone)',
  () => {
    const needs = Object.entries(probes).flatMap(([name, value]) =>
      typeof value === 'object' ? [[name, value.met]] : [],
    );
    expect(needs.length).toBeGreaterThan(5);
    expect(needs.filter(([, isMet]) => !isMet)).toEqual([]);
  },
);
