import { describe, expect, it } from 'vitest';
import { isBlocked, moduleOf, roleOf } from './place.ts';

describe('what a path says', () => {
  it.each([
    ['src/server/auth/AuthService.ts', 'auth'],
    ['README.md', 'root'],
    ['lib/x.rb', 'lib'],
  ])('%s belongs to the module %s', (path, module) => {
    expect(moduleOf(path)).toBe(module);
  });

  it.each([
    ['src/auth/AuthService.ts', 'core'],
    ['src/auth/index.ts', 'entry'],
    ['src/main.rs', 'entry'],
    ['pkg/__init__.py', 'entry'],
    ['src/app.ts', 'entry'],
    ['vite.config.ts', 'config'],
    ['src/settings.py', 'config'],
    ['package.json', 'config'],
    ['.eslintrc', 'config'],
    ['.github/workflows/ci.yml', 'config'],
    ['Dockerfile', 'config'],
    ['src/auth/token.test.ts', 'test'],
    ['tests/helpers/app.ts', 'test'],
    ['pkg/store/store_test.go', 'test'],
    ['test_users.py', 'test'],
    ['src/main/java/UserTest.java', 'test'],
    ['src/configure-latest.ts', 'core'],
    ['src/contest.ts', 'core'],
    ['src/attestation.py', 'core'],
  ])('%s has the role %s', (path, role) => {
    expect(roleOf(path)).toBe(role);
  });

  it('blocks installed packages by whole segments', () => {
    expect(isBlocked('web/node_modules/x/index.js')).toBe(true);
    expect(isBlocked('src/node_modules_list.ts')).toBe(false);
  });
});
