import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { eventually } from '../../../tests/helpers/eventually.ts';
import { SHELL, testWith } from '../../../tests/helpers/probes.ts';
import { isAlive } from '../../../tests/helpers/processes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { type ProcessRequest, runProcess } from './run-process.ts';

function request(script: string, more: Partial<ProcessRequest> = {}): ProcessRequest {
  return {
    program: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: {},
    timeLimitMs: 10_000,
    maxOutputBytes: 1e6,
    ...more,
  };
}

testWith(SHELL)('gives the code, the output and the complaints', async () => {
  const result = await runProcess(request('echo out; echo err >&2; exit 3'));
  expect(result).toMatchObject({ outcome: 'exit', code: 3, stdout: Buffer.from('out\n'), stderr: 'err\n' });
});

testWith(SHELL)('hands over arguments as they are, whatever they look like', async () => {
  const odd = ['--pre=x', '$(touch x)', '`id`', '; rm -rf /', '"', "'", '*', 'a b', '', '\u{1f600}', '-'];
  const result = await runProcess(
    request('printf "%s\\0" "$@"', { args: ['-c', 'printf "%s\\0" "$@"', 'sh', ...odd] }),
  );
  expect(result.outcome === 'exit' && result.stdout.toString().split('\0').slice(0, -1)).toEqual(odd);
});

testWith(SHELL)('nothing of our own environment reaches the child', async () => {
  const planted = {
    GIT_DIR: '/x',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: '/x',
    GIT_EXTERNAL_DIFF: '/x',
    RIPGREP_CONFIG_PATH: '/x',
    LD_PRELOAD: '/nowhere.so',
    BASH_ENV: '/x',
  };
  const before = { ...process.env };
  Object.assign(process.env, planted);
  try {
    const result = await runProcess(request('env', { env: { GIVEN: 'yes' } }));
    const names =
      result.outcome === 'exit'
        ? result.stdout
            .toString()
            .split('\n')
            .map((line) => line.split('=')[0])
        : [];
    expect(names).toContain('GIVEN');
    for (const name of [...Object.keys(planted), 'HOME', 'USER', 'XDG_CONFIG_HOME'])
      expect(names).not.toContain(name);
  } finally {
    for (const name of Object.keys(planted)) delete process.env[name];
    Object.assign(process.env, before);
  }
});

testWith(SHELL)('a program in the working directory is not found by its bare name', async () => {
  const root = repository({ git: '#!/bin/sh\ntouch ran\n' });
  chmodSync(join(root, 'git'), 0o755);
  await runProcess(request('git --version', { cwd: root }));
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

describe('limits', () => {
  const writesPid = (root: string) => `sh -c 'echo $$ > ${root}/pid; while :; do sleep 1; done' & wait`;
  const pidIn = async (root: string) => {
    while (!existsSync(join(root, 'pid')) || readFileSync(join(root, 'pid'), 'utf8') === '')
      await new Promise((next) => setTimeout(next, 5));
    return Number(readFileSync(join(root, 'pid'), 'utf8'));
  };

  testWith(SHELL)('the time limit ends the child and its children', async () => {
    const root = repository({});
    // On a slow machine the shell may need longer than the limit to start its child.
    for (let timeLimitMs = 500; !existsSync(join(root, 'pid')); timeLimitMs *= 2)
      expect(await runProcess(request(writesPid(root), { timeLimitMs }))).toEqual({ outcome: 'time_limit' });
    const pid = await pidIn(root);
    await eventually(() => expect(isAlive(pid)).toBe(false));
  });

  testWith(SHELL)('a cancelled call ends the child and its children', async () => {
    const root = repository({});
    const controller = new AbortController();
    const run = runProcess(request(writesPid(root), { signal: controller.signal }));
    const pid = await pidIn(root);
    controller.abort();
    await expect(run).rejects.toMatchObject({ kind: 'cancelled' });
    await eventually(() => expect(isAlive(pid)).toBe(false));
  });

  testWith(SHELL)('a call that was cancelled before starts nothing', async () => {
    const root = repository({});
    const run = runProcess(request(`touch ${root}/ran`, { signal: AbortSignal.abort() }));
    await expect(run).rejects.toMatchObject({ kind: 'cancelled' });
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });

  testWith(SHELL)('too much output ends the child', async () => {
    expect(
      await runProcess(request('while :; do echo xxxxxxxxxxxxxxxx; done', { maxOutputBytes: 10_000 })),
    ).toEqual({
      outcome: 'output_limit',
    });
  });

  testWith(SHELL)('a flood of complaints is read and cut', async () => {
    const result = await runProcess(
      request('i=0; while [ $i -lt 20000 ]; do echo complaint >&2; i=$((i+1)); done'),
    );
    expect(result.outcome === 'exit' && result.stderr.length).toBe(8192);
  });

  testWith(SHELL)('output can be taken as it comes', async () => {
    const seen: string[] = [];
    const result = await runProcess(
      request('echo a; echo b', { onOutput: (chunk) => seen.push(chunk.toString()) }),
    );
    expect(seen.join('')).toBe('a\nb\n');
    expect(result).toMatchObject({ outcome: 'exit', stdout: Buffer.alloc(0) });
  });
});

testWith(SHELL)(
  'a program that is not there, and an argument that no system takes, start nothing',
  async () => {
    expect(await runProcess(request('', { program: '/nowhere/git' }))).toEqual({ outcome: 'not_started' });
    expect(await runProcess(request('', { args: ['a\0b'] }))).toEqual({ outcome: 'not_started' });
    expect(await runProcess(request('true', { cwd: '/nowhere' }))).toEqual({ outcome: 'not_started' });
  },
);
