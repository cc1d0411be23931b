/** What kind of file it is, by its path and the look of its first lines. Ranking puts some kinds below plain source. */
import {
  isData,
  isExample,
  isGenerated,
  isProse,
  isTest,
  isTypeStub,
  isVendored,
} from '../../file-kind/index.ts';
import { FILE_FLAGS } from '../contract.ts';

const REEXPORT =
  /^\s*(?:export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;\n]*(?:from\b.*|;?)|import\b.*|from\s+\S+\s+import\b.*|(?:pub(?:\([^)]*\))?\s+)?(?:use|mod)\s+[^;{]+(?:\{[^}]*\})?;|#include.*|require\b.*|module\.exports\s*=\s*require.*|["']use strict["'];?)\s*$/;
/** A list of names that goes on in the next lines. */
const OPEN_LIST =
  /^\s*(?:export\s+(?:type\s+)?\{|import\b[^;]*\{|from\s+\S+\s+import\s*\(|(?:pub\s+)?use\b[^;]*\{|__all__\s*=\s*[[(])\s*$/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!include)|--|"""|''')/;
const ENTRY_NAMES =
  /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs|lib\.rs|init\.lua|main\.[cm]?[jt]s)$/;
/** A file is a barrel when at least this share of its code lines only passes names on. */
const BARREL_SHARE = 0.6;
const BARREL_LINES = 400;

export function fileFlags(path: string, text: string): number {
  let flags = 0;
  if (isTest(path)) flags |= FILE_FLAGS.test;
  if (isExample(path)) flags |= FILE_FLAGS.example;
  if (isVendored(path)) flags |= FILE_FLAGS.vendored;
  if (isGenerated(path, text)) flags |= FILE_FLAGS.generated;
  if (isProse(path)) flags |= FILE_FLAGS.prose;
  if (isData(path)) flags |= FILE_FLAGS.data;
  if (isTypeStub(path)) flags |= FILE_FLAGS.stub;
  if (isBarrel(path, text)) flags |= FILE_FLAGS.barrel;
  return flags;
}

function isBarrel(path: string, text: string): boolean {
  if (!ENTRY_NAMES.test(path)) return false;
  let passing = 0;
  let code = 0;
  let inList = false;
  for (const line of text.split('\n', BARREL_LINES)) {
    if (line.trim() === '' || COMMENT.test(line)) continue;
    code++;
    if (inList) {
      passing++;
      if (/[})]/.test(line)) inList = false;
    } else if (OPEN_LIST.test(line)) {
      passing++;
      inList = true;
    } else if (REEXPORT.test(line)) passing++;
  }
  return code === 0 || passing / code >= BARREL_SHARE;
}
