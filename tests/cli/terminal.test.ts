/**
 * Names, titles, notes, code and arguments that would control a terminal, through every command, with colours and
 * without. A new command fails here until it has a row.
 */
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { gitRepository, repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { spawnServer } from '../helpers/spawn-server.ts';

/** The colours are such as the program itself uses; behind a `q`, so that they can be told from its own. */
const EVIL = 'word q\u001b[31mred q\u001b[1m q\u001b[2J q\u009b31m q\u202e q\u200b q\u{e0041} q\u2028 end';
const RAW = /(?![\t\n])\p{Cc}|[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const ESCAPED = /\\u(?:001b|200b|202e)/;
const OWN_COLOUR = new RegExp(`(?<!q)${'\u001b'}\\[(?:1|2|22|31|32|33|36|39)m`, 'g');

const DIRECTORY = 'q\u202e q\u200b';

/** Words behind the name, in this order on one repository. All of them show hostile text, escaped. */
const SHOWING: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'stash add': [[EVIL, '--type', EVIL]],
  'stash show': [['00001']],
  'stash list': [[], ['--json']],
  'stash search': [['word']],
  'stash refs': [[EVIL]],
  'pack create': [['evil-pack', '--title', EVIL, '--brief', EVIL, '--json']],
  'pack edit': [['evil-pack', 'upsert_section', 'section_key=first', `section_title=${EVIL}`, '--json']],
  'pack list': [['--json']],
  'pack show': [['evil-pack']],
  'pack refresh': [[EVIL]],
  'pack keep': [[EVIL]],
  'pack restore': [[EVIL]],
  'pack delete': [[EVIL]],
  search: [['word'], ['word', '--json']],
  outline: [['a.ts']],
  bundle: [['word'], ['word', '--json']],
  'bundle show': [[EVIL]],
  'bundle verify': [[EVIL]],
  recall: [['word'], ['word', '--json']],
  ask: [['word'], ['word', '--json']],
  read: [['a.ts']],
  grep: [['word'], ['word', '--json'], [`${EVIL}(`]],
  'contexts generate': [[DIRECTORY]],
  'contexts edit': [[DIRECTORY, '--todo', EVIL]],
  'contexts stamp': [[DIRECTORY]],
  'contexts list': [[]],
  'contexts show': [[DIRECTORY], [EVIL, '--json']],
  'contexts check': [['--json']],
  'contexts validate': [[]],
  check: [[], ['--format', 'github'], ['--format', 'sarif'], ['--format', 'json'], ['--format', EVIL]],
  brief: [['b.ts']],
  files: [[], ['--json']],
  open: [['a.ts']],
  show: [['word'], ['word', '--json'], [EVIL]],
  refs: [
    ['word', '--class', 'comment'],
    ['word', '--class', 'definition', '--json'],
  ],
  callers: [[EVIL]],
  callees: [[EVIL]],
  hierarchy: [[EVIL]],
  impact: [[EVIL]],
  log: [[]],
  init: [['--client', EVIL]],
  completions: [[EVIL]],
};

/** Commands that print nothing of a repository but counts and plain names. */
const PLAIN = ['serve', 'index', 'stash init', 'status', 'stats', 'doctor', 'tour'];

/** Commands that serve until they are stopped, or that are of a hub and open no repository here: only their wrong options are tried. */
const NOT_RUN = ['ui', 'hub', 'hub add', 'hub audit', 'hub list', 'hub migrate', 'hub remove', 'hub token'];

function hostileRepository(): string {
  return gitRepository({
    'a.ts': `/** ${EVIL} */\nexport function word(text = '${EVIL}') { return text; } // refer to context 99999\n`,
    [`${DIRECTORY}/word.ts`]: `// ${EVIL}\nexport const x = 1;\n`,
    'c.ts': `/** ${EVIL} */\nexport function retried(times: number) {\n  let done = 0;\n  // As often as it takes, and never more often than it was asked to.\n  while (done < times) {\n    done += 1;\n  }\n  return done;\n}\n`,
    '.context/config.json': '{}',
    '.context/00001.md': `---\ntype: decision\nmodule: "${EVIL}"\n---\n# ${EVIL}\n`,
    '.context/00002.md': `---\nsupersedes: ["1"]\n---\n# ${EVIL}\n`,
    'b.ts': '// refer to context 00001\n',
    '.context.yaml': `version: 1\n${EVIL}: 1\n`,
  });
}

test('every command is known to show text of a repository or not to', () => {
  expect([...Object.keys(SHOWING), ...PLAIN, ...NOT_RUN].sort()).toEqual(
    COMMANDS.map(({ name }) => name).sort(),
  );
});

test.each([
  ['without colours', {}],
  ['with colours', { FORCE_COLOR: '1' }],
])('nothing controls the terminal, %s', async (_, env) => {
  const root = hostileRepository();
  const outputOf = async (line: readonly string[]) => {
    const { stdout, stderr } = await runProgram(root, line, { env });
    const output = (stdout + stderr).replaceAll(OWN_COLOUR, '');
    expect.soft(output, line.join(' ')).not.toMatch(RAW);
    return output;
  };
  const showing = [
    ...Object.entries(SHOWING).flatMap(([name, rows]) => rows.map((words) => [...name.split(' '), ...words])),
    ...COMMANDS.map(({ name }) => [...name.split(' '), `--${EVIL}`]),
    [EVIL],
  ];
  for (const line of showing) expect.soft(await outputOf(line), line.join(' ')).toMatch(ESCAPED);
  for (const name of PLAIN) await outputOf(name.split(' '));
});

test('nor do the lines of the log', async () => {
  const root = repository({ 'repo_mcp.toml': `${JSON.stringify(EVIL)} = 1\n` });
  const { client, stderr } = spawnServer(root, ['--log-level', 'debug']);
  await client.initialize();
  client.end();
  await client.ended;
  expect(stderr()).toMatch(ESCAPED);
  expect(stderr()).not.toMatch(RAW);
});
