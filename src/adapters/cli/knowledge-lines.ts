/** What was written down about a place, below the place: its number and title; the text is one command away. */
import { showControls } from '../../core/text/index.ts';
import type { Printer } from './print.ts';
import { records } from './tool-command.ts';

/** People say note to what the tools call an entry. */
const KINDS: Readonly<Record<string, string>> = { entry: 'note' };

export function printKnowledge(knowledge: unknown, print: Printer): void {
  for (const { kind, id, title } of records(knowledge)) {
    const word = KINDS[String(kind)] ?? String(kind);
    print.line(`  ${print.paint.warn(word)} ${showControls(`${id}  ${title}`)}`);
  }
}
