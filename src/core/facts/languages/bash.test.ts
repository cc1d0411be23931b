/** Bash: what each rule of the language makes of the mentions of a name. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../index.ts';

async function holds(files: Readonly<Record<string, string>>): Promise<void> {
  expect(await markMentions(files)).toEqual(files);
}

test('functions are called by name, in the script and in what sources it', async () => {
  await holds({
    'lib/log.sh': `«definition log»() { echo "$1 «string log»"; }
function twice { «certain call log» a; «certain log» b | cat; }
«other definition log»=1
echo "$«other read log» $(«certain call log» x)"
trap «possible log» EXIT
`,
    'lib/all.sh': 'source ./«possible log».sh\n',
    'main.sh':
      '#!/bin/bash\n. "$(dirname "$0")/lib/all.sh"\nif «certain log» x; then «certain log» y; fi # «comment log»\n',
    'apart.sh': '«possible log» x\n',
    'own.sh': '«other log»() { :; }\n«other log»\n',
  });
});

test('a distinctive function that only one script declares is likely meant, other commands are not ours', async () => {
  await holds({ 'a.sh': '«definition print_usage»() { :; }\n', 'b.sh': '«likely print_usage»\n' });
  await holds({ 'a.sh': 'x() { local «definition ls»; }\n', 'b.sh': '«other ls» -l\n' });
});

test('variables are of the script unless a function makes them local', async () => {
  await holds({
    'a.sh': `«definition total»=1
f() {
  local «other total»=2
  «other write total»=3
  echo "$«other total»"
}
g() {
  «certain write total»+=1
  declare -g «certain total»=4
  echo \${«certain read total»:-0} $((«certain total» + 1))
  «certain write total»=5 f
}
for «certain write total» in a b; do :; done
read -r «certain write total» other
unset «certain write total»
`,
    'b.sh': 'source ./a.sh\necho "$«certain total»"\n',
    'c.sh': 'echo "$«possible total»"\n',
  });
});

test('variables of loops and options, exported functions', async () => {
  await holds({
    'a.sh': 'for ((«definition i»=0; «certain i»<3; «certain i»++)); do echo $«certain i»; done\n',
  });
  await holds({
    'a.sh': 'while getopts "ab" «definition opt»; do case $«certain opt» in a) ;; esac; done\n',
  });
  await holds({
    'a.sh': '«definition run»() { :; }\nexport -f «certain read run»\nunset -f «certain write run»\n',
  });
});

test('a mention is inside of the function around it', async () => {
  const text = 'f() { hit; g() ( hit ); }\nhit\n';
  const facts = await readFacts('a.sh', text);
  const names = [...(facts?.tokenStarts ?? [])].flatMap((start, token) =>
    text.startsWith('hit', start) ? [facts?.declarations[facts.tokenEnclosing[token] ?? -1]?.name] : [],
  );
  expect(names).toEqual(['f', 'g', undefined]);
});

test('broken and deeply nested texts end', async () => {
  for (const text of [
    'f() {',
    'source',
    'x="$(',
    'read',
    `x=${'$('.repeat(500)}a${')'.repeat(500)}`,
    'f() { '.repeat(300),
  ])
    expect((await readFacts('a.sh', text))?.language).toBe('bash');
});
