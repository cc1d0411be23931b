/** A repository with one fault of each kind that `pilotbook check` knows. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from './app.ts';
import { git, gitRepository, write } from './repository.ts';

const CONFIG = JSON.stringify({
  maxLines: 50,
  startIndex: 1,
  leadingZeros: 5,
  filePrefix: '',
  fileSuffix: '.md',
});

const block = (name: string) => `export function ${name}(order: Order): Receipt {
  const total = order.lines.reduce((sum, line) => sum + line.price, 0);
  audit.record('${name}', total);
  return { id: order.id, total };
}
`;

const document = (more: string) => `version: 1
last_updated: "2026-02-01T00:00:00.000Z"
fingerprint: "00000000"
scope: src
summary: Payments.
maintenance: Keep it short.
${more}`;

export const PACKS = '.agents/mcp/context_pack/packs';

export async function faultyRepository(): Promise<{ root: string; pack: string }> {
  const root = gitRepository({
    '.context/config.json': CONFIG,
    '.context/00001.md': '# Retry three times\n',
    '.context/00002.md': '---\nsupersedes: ["00001"]\n---\n# Retry twice\n',
    '.context/00003.md': '# Nobody cites me\n',
    '.context/00004.md': '# As it was\n',
    '.context/00005.md': '# Access\n\npassword = "Xk9$mQ2!vL8z"\n',
    '.context/00006.md': '# First of the number\n',
    'src/pay.ts':
      '// refer to context 00001\nexport const retries = 3;\n// refer to context 00002, 4, 5, 00006\n',
    'src/moved.ts': `// one\n\n${block('moved')}`,
    'src/edited.ts': `${block('edited')}`,
    'src/lost.ts': `${block('lost')}`,
    'src/twins.ts': `${block('twins')}`,
  });
  const pack = await packOf(root);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'pack');
  write(root, {
    '.context/00004.md': '# As it never was\n',
    '.context/6.md': '# Second of the number\n',
    'src/new é.py': '# refer to context 6\n# refer to context 00077\n',
    'src/moved.ts': `// one\n// two\n// three\n\n${block('moved')}`,
    'src/edited.ts': block('edited').replace('line.price', 'line.price * line.amount'),
    'src/lost.ts': 'export {};\n',
    'src/twins.ts': `// a\n${block('twins')}// a\n${block('twins')}`,
    [`${PACKS}/pk_aaaaaaaa.md`]: 'no front matter\n',
    'src/old/.context.yaml': document(''),
    'src/old/code.ts': 'export {};\n',
    'src/claim/.context.yaml': document(
      'decisions:\n  - what: Cents\n    why: Exact\n    anchors: ["src/gone.ts:1-5"]\n',
    ),
    'src/wrong/.context.yaml': document('colour: red\n'),
    'src/later/.context.yaml': 'version: 2\n',
  });
  return { root, pack };
}

/** A draft that points at each of the four files, made for an hour; and an entry on each of three. */
async function packOf(root: string): Promise<string> {
  const { call, app } = await openApp(root);
  const { value } = await call('input', { action: 'create', ttl_minutes: 60, name: 'pay-flow' });
  const { id } = value.payload;
  const change = async (args: Record<string, unknown>) => {
    const { value: shown } = await call('input', { action: 'get', id });
    const answer = await call('input', { id, expected_revision: shown.payload.revision, ...args });
    if (answer.isError) throw new Error(answer.text);
  };
  for (const name of ['lost', 'edited', 'twins']) {
    const anchors = [`src/${name}.ts:1-5`];
    const noted = await call('context.create', { markdown: `# Entry on ${name}`, anchors });
    if (noted.isError) throw new Error(noted.text);
  }
  await change({ action: 'upsert_section', section_key: 'flow', section_title: 'Flow' });
  for (const [key, path, start] of [
    ['moved', 'src/moved.ts', 3],
    ['edited', 'src/edited.ts', 1],
    ['lost', 'src/lost.ts', 1],
    ['twins', 'src/twins.ts', 1],
  ] as const)
    await change({
      action: 'upsert_ref',
      section_key: 'flow',
      ref_key: key,
      path,
      line_start: start,
      line_end: start + 4,
    });
  await app.close();
  return readdirSync(join(root, PACKS)).find((name) => name === `${id}.md`) ?? '';
}
