/** .github/workflows/ci.yml asks for what is there, in the order that tells most, and may do nothing but read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const project = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      strategy: z.object({
        'fail-fast': z.literal(false),
        matrix: z.record(z.string(), z.array(z.string())),
      }),
      'runs-on': z.string(),
      container: z.string().optional(),
      'timeout-minutes': z.number(),
      steps: z.array(
        z.strictObject({
          run: z.string().optional(),
          uses: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});
const { permissions, jobs } = Workflow.parse(
  parse(readFileSync(join(project, '.github/workflows/ci.yml'), 'utf8')),
);
const inContainer = ({ container }: { container?: string | undefined }) => container !== undefined;

describe.each(Object.entries(jobs))('job %s', (_, job) => {
  const commands = job.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  test('installs, then smokes, then tests, and in a container not as root', () => {
    const npm = commands.filter((command) => command.includes('npm '));
    const expected = ['npm ci', 'npm run smoke', 'npm run test:full'];
    expect(npm).toEqual(inContainer(job) ? expected.map((command) => `su tester -c '${command}'`) : expected);
    if (inContainer(job)) expect(commands).toContain('chown -R tester .');
  });

  test('every script it runs is one of package.json', () => {
    const scripts = commands.flatMap((command) => [...command.matchAll(/npm (?:run )?([a-z:]+)/g)]);
    const names = scripts.map(([, name = '']) => name).filter((name) => name !== 'ci');
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  test('actions are pinned by commit, and keep no credentials', () => {
    const uses = job.steps.filter((step) => step.uses !== undefined);
    expect(uses.length).toBeGreaterThan(0);
    for (const step of uses) {
      expect(step.uses).toMatch(/^actions\/(?:checkout|setup-node)@[0-9a-f]{40}$/);
      if (step.uses?.includes('checkout')) expect(step.with).toEqual({ 'persist-credentials': false });
    }
  });
});

test('three systems and two containers, from the oldest Node that package.json allows', () => {
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.systems?.strategy.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: ['20.19', '22', '24'],
  });
  expect(manifest.engines.node).toBe('>=20.19');
  const images = Object.values(jobs).flatMap(({ container }) => container ?? []);
  expect(images.map((image) => image.replace(/\$\{\{.*?\}\}/, 'NODE'))).toEqual([
    'node:NODE-alpine',
    'almalinux:8',
  ]);
});
