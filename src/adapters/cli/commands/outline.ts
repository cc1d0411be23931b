import { showControls } from '../../../core/text/index.ts';
import { printKnowledge } from '../knowledge-lines.ts';
import { records, toolCommand } from '../tool-command.ts';

export const outlineCommand = toolCommand({
  name: 'outline',
  summary: 'Show the declarations of a file.',
  about: '',
  positionals: [{ name: 'path', doc: 'a file', required: true, rest: false, names: 'path' }],
  options: { names: { type: 'boolean', doc: 'Only names, without signatures and comments.' } },
  examples: ['pilotbook outline src/main.ts', 'pilotbook outline setup.py --json'],
  tool: 'repo.outline',
  args: ({ words }) => ({ path: words.path }),
  show(answer, print, { options }) {
    const symbols = records(answer.symbols);
    if (symbols.length === 0) print.note(`No declarations found (${String(answer.language)}).`);
    for (const symbol of symbols) {
      const depth = symbol.parent_symbol === null ? 0 : String(symbol.parent_symbol).split('.').length;
      const range = print.paint.dim(`${symbol.start_line}-${symbol.end_line}`.padStart(11));
      const doc = symbol.doc === null ? '' : print.paint.dim(`  ${showControls(String(symbol.doc))}`);
      const name = `${'  '.repeat(depth)}${symbol.kind} ${print.paint.bold(showControls(String(symbol.name)))}`;
      const more = options.names === true ? '' : `${showControls(signatureOf(symbol))}${doc}`;
      print.line(`${range}  ${name}${more}`);
    }
    printKnowledge(answer.knowledge, print);
  },
});

/** Empty brackets say something of a function, and nothing of a type. */
function signatureOf({ kind, signature }: Record<string, unknown>): string {
  return signature === '()' && !/function|method|constructor/.test(String(kind)) ? '' : String(signature);
}
