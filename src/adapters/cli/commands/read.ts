import { showControls } from '../../../core/text/index.ts';
import { printKnowledge } from '../knowledge-lines.ts';
import { isRecord } from '../record.ts';
import { records, toolCommand } from '../tool-command.ts';

export const readCommand = toolCommand({
  name: 'read',
  summary: 'Read a file and see what it imports.',
  about: '',
  positionals: [{ name: 'path', doc: 'a file', required: true, rest: false, names: 'path' }],
  options: { deps: { type: 'boolean', doc: 'Also the files it imports.' } },
  examples: ['pilotbook read src/app/dispatch.ts', 'pilotbook read src/app/dispatch.ts --deps --json'],
  tool: 'read_file',
  args: ({ words, options }) => ({ path: words.path, includeDeps: options.deps }),
  show(answer, print) {
    const file = isRecord(answer.file) ? answer.file : {};
    for (const line of String(file.content).replace(/\n$/, '').split('\n')) print.line(showControls(line));
    printKnowledge(answer.knowledge, print);
    for (const dependency of records(answer.dependencies))
      print.note(
        print.paint.dim(`${String(dependency.type)} ${showControls(print.here(String(dependency.path)))}`),
      );
  },
});
