/** What an answer says of tools, as a person at a terminal reads it. */
import { expect, test } from 'vitest';
import { COMMAND_OF_TOOL } from '../../src/adapters/cli/command-of-tool.ts';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

test('hints name the command, not the tool', async () => {
  const root = repository({ '.context/config.json': '{}' });
  const { status, stderr } = await runProgram(root, ['stash', 'show', '42']);
  expect(status).toBe(1);
  expect(stderr).toContain('pilotbook stash list shows all entries.');
  expect(stderr).not.toContain('context.list');
});

test('so do those of commands that call no tool', async () => {
  const { status, stderr } = await runProgram(repository({}), ['bundle', 'verify', 'bd_0123456789abcdef']);
  expect(status).toBe(1);
  expect(stderr).toContain('pilotbook bundle makes one');
});

test('every command that stands for a tool exists', () => {
  const commands = COMMANDS.map(({ name }) => name);
  expect(Object.values(COMMAND_OF_TOOL).filter((name) => !commands.includes(name))).toEqual([]);
});

test('what went wrong is said in our words and with a next step, not in those a contract fixes for clients', async () => {
  const root = repository({ 'a.ts': 'export const a = 1;\n', '.env': 'KEY=1\n' });
  for (const [args, message] of [
    [['read', 'nope.ts'], /^There is no such file\.\nCheck the spelling/],
    [['read', '.env'], /^The path is on the list of files that are never read\.\n/],
    [['grep', '(['], /^The pattern is not valid\. regex parse error/],
  ] as const)
    expect((await runProgram(root, args)).stderr).toMatch(message);
  expect(JSON.parse((await runProgram(root, ['read', 'nope.ts', '--json'])).stdout)).toEqual({
    error: 'File not found',
    path: 'nope.ts',
  });
});
