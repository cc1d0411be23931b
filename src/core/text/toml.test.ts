import { expect, test } from 'vitest';
import { removeTomlTable, setTomlTable, tomlTable } from './toml.ts';

const CROWDED = `# mine
model = "x"

[mcp_servers.other] # keep
command = "a"

# about the next
[profiles.fast]
note = """
[mcp_servers.pilotbook]
not a header
"""
`;
const BODY = ['command = "npx"', 'args = ["-y"]'];

test('a new table goes to the end; the rest stays byte for byte', () => {
  const added = setTomlTable(CROWDED, 'mcp_servers.pilotbook', BODY);
  expect(added).toBe(`${CROWDED}\n[mcp_servers.pilotbook]\ncommand = "npx"\nargs = ["-y"]\n`);
  expect(tomlTable(added, 'mcp_servers.pilotbook')).toEqual(BODY);
  expect(removeTomlTable(added, 'mcp_servers.pilotbook')).toBe(CROWDED);
});

test('an existing table is replaced in its place, comments of the next one kept', () => {
  const text = '[mcp_servers."pilotbook"]\ncommand = "old"\n\n# next\n[b]\nx = 1\n';
  expect(setTomlTable(text, 'mcp_servers.pilotbook', BODY)).toBe(
    '[mcp_servers.pilotbook]\ncommand = "npx"\nargs = ["-y"]\n\n# next\n[b]\nx = 1\n',
  );
});

test('setting twice changes nothing', () => {
  const once = setTomlTable(CROWDED, 'mcp_servers.pilotbook', BODY);
  expect(setTomlTable(once, 'mcp_servers.pilotbook', BODY)).toBe(once);
});

test('CRLF stays CRLF', () => {
  const text = 'a = 1\r\n';
  const added = setTomlTable(text, 't', ['b = 2']);
  expect(added).toBe('a = 1\r\n\r\n[t]\r\nb = 2\r\n');
  expect(removeTomlTable(added, 't')).toBe(text);
});

test('a file that is not there', () => {
  expect(setTomlTable(undefined, 't', ['b = 2'])).toBe('[t]\nb = 2\n');
  expect(removeTomlTable('[t]\nb = 2\n', 't')).toBe('');
});

test('taking out a table that is not there changes nothing', () => {
  expect(removeTomlTable(CROWDED, 'mcp_servers.pilotbook')).toBe(CROWDED);
});

test.each([
  '',
  '\n',
  ' \t',
  '\r\n\r\n',
  '\ufeff',
  'a = 1',
  'a = 1\n\n\n',
  'a = 1\r\n',
  'a = 1\r\nb = 2\n',
  '\ufeffa = 1\n',
  '[x]\na = [\n 1\n]\n# end\n',
])('coming and going leaves no trace: %j', (before) => {
  const there = setTomlTable(before, 'mcp_servers.pilotbook', BODY);
  expect(tomlTable(there, 'mcp_servers.pilotbook')).toEqual(BODY);
  expect(setTomlTable(there, 'mcp_servers.pilotbook', BODY)).toBe(there);
  expect(removeTomlTable(there, 'mcp_servers.pilotbook')).toBe(before);
});

test('line ends of different kinds stay, whatever becomes of the table', () => {
  const text = 'a = 1\r\n[t]\nb = 2\n[c]\r\nd = 3\n';
  expect(setTomlTable(text, 't', ['b = 3'])).toBe('a = 1\r\n[t]\r\nb = 3\r\n[c]\r\nd = 3\n');
  expect(removeTomlTable(text, 't')).toBe('a = 1\r\n\n[c]\r\nd = 3\n');
});
