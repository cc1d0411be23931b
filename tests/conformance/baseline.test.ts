import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CheckResult, differences, readBaseline, SPEC_VERSIONS, summarise } from './baseline.ts';

const baseline = readBaseline();
const passes = (id: string): CheckResult => ({ scenario: 's', id, status: 'SUCCESS' });
const fails = (id: string, status = 'FAILURE'): CheckResult => ({ scenario: 's', id, status });
const expected = { scenarios: 1, passed: 1, failures: { 's:bad': 'why' } };

describe('the baseline', () => {
  it('has both eras, and a reason for everything that may fail', () => {
    expect(Object.keys(baseline.expected)).toEqual([...SPEC_VERSIONS]);
    const named = Object.values(baseline.expected).flatMap(({ failures }) => Object.values(failures));
    expect([...new Set(named)].sort()).toEqual(Object.keys(baseline.reasons).sort());
    for (const reason of Object.values(baseline.reasons)) expect(reason).toMatch(/^[A-Z].{40,}\.$/);
  });

  it('pins the suite to one version', () => {
    expect(baseline.suite).toMatch(/^@modelcontextprotocol\/conformance@\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/);
  });

  it('never excuses a message that breaks the schema of the protocol, nor a whole scenario', () => {
    for (const { failures } of Object.values(baseline.expected))
      for (const id of Object.keys(failures)) expect(id).toMatch(/^[a-z0-9-]+:(?!wire-schema)[a-z0-9-]+$/);
  });
});

describe('docs/conformance.md', () => {
  const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');

  it.each(SPEC_VERSIONS)('has the figures of %s', (version) => {
    const { scenarios, passed, failures } = baseline.expected[version];
    const ids = Object.keys(failures);
    const clean = scenarios - new Set(ids.map((id) => id.split(':')[0])).size;
    expect(page).toContain(`| ${version} | ${scenarios} | ${clean} | ${passed} | ${ids.length} |`);
  });

  it.each(Object.keys(baseline.reasons))('counts what %s excuses', (reason) => {
    const [old, stateless] = SPEC_VERSIONS.map(
      (version) =>
        Object.values(baseline.expected[version].failures).filter((name) => name === reason).length,
    );
    expect(page).toContain(`- \`${reason}\` (${old} and ${stateless}): `);
  });
});

describe('a run', () => {
  it('is as the baseline says if exactly the known checks fail', () => {
    expect(differences(summarise([passes('good'), fails('bad')]), expected)).toEqual([]);
  });

  it.each(['FAILURE', 'WARNING', 'SKIPPED'])('differs if a new check ends as %s', (status) => {
    const found = summarise([passes('good'), fails('bad'), fails('new', status)]);
    expect(differences(found, expected)).toEqual([expect.stringContaining('s:new fails')]);
  });

  it('differs if a known failure passes, or is not tried any more', () => {
    const said = expect.stringContaining('s:bad is in the baseline');
    expect(differences(summarise([passes('good'), passes('bad')]), expected)).toContainEqual(said);
    expect(differences(summarise([passes('good')]), expected)).toEqual([said]);
  });

  it('differs if a check or a scenario is lost', () => {
    expect(differences(summarise([fails('bad')]), expected)).toEqual([
      '0 checks passed; the baseline has 1.',
    ]);
    expect(differences(summarise([]), expected)).toContain('0 scenarios ran; the baseline has 1.');
  });

  it('counts a check that is made twice as failed if one of them fails', () => {
    const found = summarise([passes('twice'), fails('twice'), fails('twice')]);
    expect(found).toEqual({ scenarios: 1, passed: 1, failed: ['s:twice'] });
  });
});
