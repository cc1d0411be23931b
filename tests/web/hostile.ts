/** A repository whose names and texts try to become part of the page. */
import { git, write } from '../helpers/repository.ts';

const IMAGE = '<img src=x onerror=pwned()>';
const SCRIPT = '<script>window.pwned=1</script>';

export const HOSTILE = { file: `src/${IMAGE}.ts` };

const MARKDOWN = [
  `# ${IMAGE} ${SCRIPT}`,
  '',
  `${SCRIPT} ${IMAGE} <svg onload=pwned()> <iframe src=javascript:pwned()></iframe>`,
  '',
  '[click](javascript:window.pwned=1) [data](data:text/html,<script>window.pwned=1</script>) [file](file:///etc/passwd) [up](//evil.example) <javascript:pwned()> ![x](https://evil.example/pixel.png)',
  '',
  '[spaced](java\tscript:pwned()) [enc](&#106;avascript:pwned()) [vb](vbscript:pwned())',
  '',
  '```mermaid',
  'flowchart LR',
  `  A["${IMAGE.replaceAll('"', '')}"] --> B`,
  '  click A href "javascript:window.pwned=1"',
  '  click B call pwned()',
  '```',
  '',
  '\u001b[31mred\u001b[0m \u202Eevil\u202C',
  `${'['.repeat(2000)}${'*'.repeat(2000)}${'`'.repeat(501)}${'> '.repeat(500)}`,
].join('\n');

const DIAGRAM = [
  '%%{init: {"securityLevel": "loose", "theme": "base", "themeCSS": "* { background: url(https://evil.example/css) }", "htmlLabels": true}}%%',
  'flowchart LR',
  '  A["<img src=https://evil.example/x onerror=window.parent.pwned=1>"] --> B["<b>x</b>"]',
  '  click A href "javascript:window.top.pwned=1"',
].join('\n');

export async function makeHostile(
  root: string,
  run: (args: readonly string[], input?: string) => Promise<string>,
): Promise<void> {
  const code = `// ${SCRIPT} \u001b[2J\n// refer to context 00001\nexport function hostile(text = '${IMAGE}') {\n  return text;\n}\n`;
  write(root, {
    'src/a.ts': code,
    [HOSTILE.file]: code,
    "src/';pwned();'.ts": code,
    '.gitignore': '.repo_mcp/\n',
  });
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, '-c', `user.name=${IMAGE}`, 'commit', '-q', '-m', SCRIPT);
  await run(['stash', 'init']);
  await run(['stash', 'add', '--type', 'rule', '--module', IMAGE, '--anchors', 'src/a.ts:3-5'], MARKDOWN);
  await run(['contexts', 'generate', 'src']);
  await run([
    'contexts',
    'edit',
    'src',
    '--constraint',
    `${IMAGE} ${SCRIPT}`,
    '--todo',
    `[x](javascript:pwned())`,
  ]);
  await run(['pack', 'create', 'hostile-pack', '--ttl', '600', '--title', `${IMAGE} ${SCRIPT}`]);
  const edit = (...words: string[]) => run(['pack', 'edit', 'hostile-pack', ...words]);
  await edit(
    'upsert_section',
    'section_key=flow',
    `section_title=${IMAGE}`,
    `section_description=${MARKDOWN}`,
  );
  await edit('upsert_diagram', 'section_key=flow', 'diagram_key=one', `title=${IMAGE}`, `mermaid=${DIAGRAM}`);
  write(root, { 'src/a.ts': code.replace('return text;', `return text + '${SCRIPT}';`) });
}
