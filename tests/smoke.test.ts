/** scripts/smoke.mjs, which every job of the matrix runs first. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './helpers/repository.ts';

const project = join(import.meta.dirname, '..');

const smoke = (place: string) =>
  spawnSync(process.execPath, [join(place, 'scripts/smoke.mjs')], { encoding: 'utf8' });

test('every step passes on the built program', () => {
  const { status, stdout, stderr } = smoke(project);
  const [, ...steps] = stdout.trim().split('\n');
  const last = steps.pop();
  expect(steps.filter((line) => !line.startsWith('ok    '))).toEqual([]);
  expect([last, status, stderr]).toEqual([`${steps.length} passed, 0 failed`, 0, '']);
});

test('a program that says nothing fails all but the step that asks for the exit code alone', () => {
  const place = repository({ 'bin/pilotbook.js': '', 'package.json': '{ "version": "1.0.0" }' });
  cpSync(join(project, 'scripts/smoke.mjs'), join(place, 'scripts/smoke.mjs'));
  const { status, stdout } = smoke(place);
  expect(status).toBe(1);
  const passed = stdout.split('\n').filter((line) => line.startsWith('ok '));
  expect(passed).toEqual(['ok    check exits with 0 if there is nothing to report']);
  expect(stdout).toMatch(/\n1 passed, 9 failed\n$/);
});
