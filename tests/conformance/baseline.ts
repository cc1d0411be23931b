/** What the conformance suite is known to find, and whether it found anything else. */
import { readFileSync } from 'node:fs';

export const SPEC_VERSIONS = ['2025-11-25', '2026-07-28'] as const;
export type SpecVersion = (typeof SPEC_VERSIONS)[number];

export interface CheckResult {
  scenario: string;
  id: string;
  status: string;
}

export interface Expected {
  scenarios: number;
  /** Checks that succeed; a check that is no longer made is as bad as one that fails. */
  passed: number;
  /** `scenario:check` of what does not succeed, and the name of the reason. */
  failures: Readonly<Record<string, string>>;
}

export interface Baseline {
  suite: string;
  reasons: Readonly<Record<string, string>>;
  expected: Readonly<Record<SpecVersion, Expected>>;
}

export interface Found {
  scenarios: number;
  passed: number;
  /** Ids of `scenario:check`, in order, each once. */
  failed: string[];
}

const BASELINE = new URL('baseline.json', import.meta.url);

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(BASELINE, 'utf8'));
}

/** A check of one name may be made several times; it has failed if one of them did. */
export function summarise(results: readonly CheckResult[]): Found {
  const failed = results
    .filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
    .map(({ scenario, id }) => `${scenario}:${id}`);
  return {
    scenarios: new Set(results.map(({ scenario }) => scenario)).size,
    passed: results.filter(({ status }) => status === 'SUCCESS').length,
    failed: [...new Set(failed)].sort(),
  };
}

/** What differs from the baseline, in sentences; none if nothing does. */
export function differences(found: Found, expected: Expected): string[] {
  const known = Object.keys(expected.failures);
  const said = [
    ...found.failed
      .filter((id) => !known.includes(id))
      .map((id) => `${id} fails, and the baseline has it not.`),
    ...known
      .filter((id) => !found.failed.includes(id))
      .map((id) => `${id} is in the baseline, and does not fail.`),
  ];
  if (found.scenarios !== expected.scenarios)
    said.push(`${found.scenarios} scenarios ran; the baseline has ${expected.scenarios}.`);
  if (found.passed !== expected.passed)
    said.push(`${found.passed} checks passed; the baseline has ${expected.passed}.`);
  return said;
}
