/** Tells without parsing which texts seem to declare a name, so that those are parsed first. */
import { mentionsOf } from './mentions.ts';

/** Words before a declared name, in one of the languages. */
const BEFORE =
  /(?:^|[^\w])(?:class|interface|struct|enum|union|trait|protocol|object|record|type|typedef|typealias|module|namespace|package|mod|impl|extension|macro_rules|def|defp|defmacro|defguard|defdelegate|defmodule|defprotocol|func|fun|fn|function|sub|let|const|var|val|static|public|private|protected|internal|#\s*define|define|data|newtype|instance|async|export|declare|abstract|final|pub|local)\b[^;=]*$/;
/** A line that begins with the name, with a type before it, or with `self.` or `this.`; or the end of a `typedef struct { … } name`. */
const FIRST = /^\s*(?:self\.|this\.|[\w<>,*&:[\] ]+[ *&:])?$|\}[\s*]*$/;
const AFTER = /^\s*(?:[=(:,;?!]|$)/;
/** More of a line is not looked at. */
const MOST_OF_LINE = 300;

/** True if a line of the text may be a declaration of the name; false is a guess too. */
export function seemsToDeclare(name: string, text: string): boolean {
  for (const offset of mentionsOf(name, text)) {
    const start = Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - MOST_OF_LINE);
    const before = text.slice(start, offset);
    if (BEFORE.test(before)) return true;
    if (!FIRST.test(before)) continue;
    const behind = offset + name.length;
    const end = text.indexOf('\n', behind);
    if (AFTER.test(text.slice(behind, Math.min(end === -1 ? text.length : end, behind + MOST_OF_LINE))))
      return true;
  }
  return false;
}
