import { describe, expect, it } from 'vitest';
import { isMachineMade, isTest, isTestDirectory, isTestFile, mayBeTest } from './index.ts';

describe('a test', () => {
  it.each([
    ['src/router.test.ts', true, true],
    ['tests/helpers/app.ts', true, true],
    ['pkg/mux_test.go', true, true],
    ['src/test/java/a/GsonTest.java', true, true],
    ['spec/request_spec.rb', true, true],
    ['a/FooTests.cs', true, true],
    ['web/__mocks__/fs.ts', true, true],
    ['pkg/testdata/a.json', true, true],
    ['bench/router.bench.ts', true, true],
    ['test_users.py', true, true],
    // Sometimes product code: ranking does not count these.
    ['internal/testing/clock.go', false, true],
    ['web/StoreTest.ts', false, true],
    ['web/login.cy.ts', false, true],
    ['shop/tests.py', false, true],
    ['pkg/testutil.go', false, true],
    ['src/AppTests/Store.swift', false, true],
    // Only sound like one.
    ['src/contest.ts', false, false],
    ['src/contests/a.ts', false, false],
    ['src/attestation.py', false, false],
    ['src/spectrum/latest.go', false, false],
    ['src/configure-latest.ts', false, false],
  ])('%s: surely %s, maybe %s', (path, surely, maybe) => {
    expect([isTest(path), mayBeTest(path)]).toEqual([surely, maybe]);
  });

  it('is told by its own name too, and by its directory', () => {
    expect(isTestFile('src/store.spec.ts')).toBe(true);
    expect(isTestFile('tests/helpers/app.ts')).toBe(false);
    expect(isTestDirectory('pkg/integration_tests/db')).toBe(true);
    expect(isTestDirectory('pkg/testdata')).toBe(false);
  });
});

describe('a file that a tool writes for itself', () => {
  it.each([
    'yarn.lock',
    'pnpm-lock.yaml',
    'package-lock.json',
    'gradle.lockfile',
    '.terraform.lock.hcl',
    'go.sum',
    'jquery.min.js',
    'api.pb.go',
  ])('%s', (name) => {
    expect(isMachineMade(name)).toBe(true);
  });

  it.each(['lock.ts', 'file-lock.ts', 'db.lock.go', 'clock.ts', 'block.json'])('%s is none', (name) => {
    expect(isMachineMade(name)).toBe(false);
  });
});
