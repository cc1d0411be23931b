/** What read_file says in text form beside the lines: the last commit of the file, and what it imports. */
import { expect, test } from 'vitest';
import { connectClient } from '../helpers/mcp-client.ts';
import { gitRepository, repository } from '../helpers/repository.ts';

const long = (count: number, first = '') =>
  `${first}${Array.from({ length: count }, (_, at) => `value${at} = ${at}`).join('\n')}\n`;
const FILES = {
  'shop/main.py': long(30, 'from shop import a\nfrom shop import b\n'),
  'shop/a.py': long(20),
  'shop/b.py': long(20),
};

async function reader(root: string, form = 'text') {
  const client = await connectClient(root, undefined, undefined, ['--answers', form, '--repeat', 'always']);
  return async (args: object) => {
    const { content } = await client.callTool({
      name: 'read_file',
      arguments: { path: 'shop/main.py', ...args },
    });
    return content[0]?.type === 'text' ? content[0].text : '';
  };
}

test('the head of the file names its last commit; other pages, JSON and a tree without git do not', async () => {
  const root = gitRepository(FILES);
  const read = await reader(root);
  expect((await read({})).split('\n')[1]).toMatch(/^ {2}last commit [0-9a-f]{10} {2}\d{4}-\d\d-\d\d {2}\S/);
  expect(await read({ startLine: 5 })).not.toContain('last commit');
  expect(await (await reader(root, 'json'))({})).not.toContain('ommit');
  expect(await (await reader(repository(FILES)))({})).not.toContain('last commit');
});

test('imports are named once, and their contents are cut as the file is', async () => {
  const read = await reader(repository(FILES));
  expect(await read({})).toContain('imports shop/a.py, shop/b.py');
  expect(await read({ startLine: 5 })).not.toContain('imports');
  const shown = (await read({ includeDeps: true, maxLines: 25 })).split('\n');
  expect(shown[0]).toBe('shop/main.py:1-25 of 32  python');
  expect(shown).toContain('shop/a.py:1-20  imported');
  expect(shown).toContain('shop/b.py:1-5 of 20  imported');
  expect(shown.at(-1)).toBe('The imported files have 40 lines, 25 are shown; read one for the rest.');
});
