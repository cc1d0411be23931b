/** Where each line of the text begins, how far in, and with what. The rule is that of src/core/text/lines.ts; a property test holds them together. */
import { Bytes, Numbers } from './numbers';

const NEWLINE: u16 = 10;
const SPACE: u32 = 32;
const TAB: u32 = 9;
const RETURN: u32 = 13;
const TAB_COLUMNS: u32 = 4;
const DEEPEST_INDENT: u32 = 255;

// What the host reads: an entry a line, and behind the last start the end of the text.
export const starts = new Numbers();
export const indents = new Bytes();
export const firsts = new Bytes();

/** Says how many lines there are. */
export function tableLines(text: usize, units: u32): u32 {
  starts.clear();
  indents.clear();
  firsts.clear();
  const end = text + (<usize>units << 1);
  let at = text;
  while (at < end) {
    starts.push(<u32>((at - text) >> 1));
    let indent: u32 = 0;
    let first: u32 = 0;
    for (; at < end; at += 2) {
      const unit: u32 = load<u16>(at);
      if (unit == SPACE) indent++;
      else if (unit == TAB) indent += TAB_COLUMNS;
      else {
        if (unit != RETURN && unit != NEWLINE) first = unit;
        break;
      }
    }
    indents.reserve(1);
    store<u8>(indents.at + indents.length++, min(indent, DEEPEST_INDENT));
    firsts.reserve(2);
    store<u16>(firsts.at + firsts.length, first);
    firsts.length += 2;
    at = newlineFrom(at, end) + 2;
  }
  const count = starts.length;
  starts.push(units);
  return count;
}

/** Eight units at a time; the room behind the text may be read, but does not count. */
@inline
function newlineFrom(from: usize, end: usize): usize {
  for (let at = from; at < end; at += 16) {
    const found = i16x8.bitmask(i16x8.eq(v128.load(at), i16x8.splat(NEWLINE)));
    if (found != 0) return at + (<usize>ctz(found) << 1);
  }
  return end;
}
