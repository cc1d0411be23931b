import { expect, test } from 'vitest';
import { splitAtCommands } from '../../web/parts/commands.ts';

const commandsIn = (text: string) => splitAtCommands(text).filter((_, at) => at % 2 === 1);

test.each([
  [
    'Run pilotbook contexts generate src/a; if it is written by hand and still holds, pilotbook contexts stamp src/a.',
    ['pilotbook contexts generate src/a', 'pilotbook contexts stamp src/a'],
  ],
  ['Run pilotbook check --fix, or refresh the pack.', ['pilotbook check --fix']],
  ['If not, replace it: pilotbook stash add --supersedes 00002.', ['pilotbook stash add --supersedes 00002']],
  ['Read 00003 (pilotbook stash show 00003) and cite it.', ['pilotbook stash show 00003']],
  ['Still needed: pilotbook pack restore pk_1.', ['pilotbook pack restore pk_1']],
  ["pilotbook contexts stamp 'a b'; else correct it.", ["pilotbook contexts stamp 'a b'"]],
  ['The first search builds it; pilotbook index builds it now.', ['pilotbook index']],
  ['pilotbook init --local or --repair makes the entry.', ['pilotbook init --local']],
  ['The server is called pilotbook.', []],
])('%s', (text, commands) => {
  expect(commandsIn(text)).toEqual(commands);
  expect(splitAtCommands(text).join('')).toBe(text);
});
