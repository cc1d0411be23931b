/**
 * Words in alphabets other than ASCII, if all of a run is one word, as nearly all are. The host knows Unicode and fills the table; what the table does not know, or is not one word, the host splits.
 */
import { LONGEST_WORD, SHORTEST_PART } from './numbers';
import { termOf } from './terms';

const KNOWN_UNITS: u32 = 0x1100;
/** By unit: its lower case, and above it what kind of letter it is; 0 for what is no letter. */
const letters = heap.alloc(2 * KNOWN_UNITS);
const KIND_SHIFT: u32 = 14;
const UPPER: u32 = 1;
const LOWER: u32 = 2;

const LAST_OF_ONE_BYTE: u32 = 0x7f;
const LAST_OF_TWO_BYTES: u32 = 0x7ff;
const lower = heap.alloc(3 * LONGEST_WORD);

/** What is asked of a run: nothing, its only term, or the host's help. */
export const NO_TERM: u32 = u32.MAX_VALUE;
export const ASK_HOST: u32 = u32.MAX_VALUE - 1;

export function lettersAt(): usize {
  return letters;
}

@inline
function letterOf(run: usize, index: u32): u32 {
  const unit: u32 = load<u16>(run + (<usize>index << 1));
  return unit < KNOWN_UNITS ? load<u16>(letters + (<usize>unit << 1)) : 0;
}

/** The term of a run that is one word: letters in lower case, the first perhaps a capital, or letters without case. */
export function termOfWord(run: usize, length: u32): u32 {
  const first = letterOf(run, 0) >> KIND_SHIFT;
  if (first == 0) return ASK_HOST;
  const others = first == UPPER ? LOWER : first;
  let bytes: u32 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const letter = letterOf(run, i);
    const kind = letter >> KIND_SHIFT;
    if (kind != others && (i > 0 || kind != first)) return ASK_HOST;
    if (i >= LONGEST_WORD) continue;
    const unit = letter & ((1 << KIND_SHIFT) - 1);
    if (unit <= LAST_OF_ONE_BYTE) store<u8>(lower + bytes++, unit);
    else {
      if (unit <= LAST_OF_TWO_BYTES) store<u8>(lower + bytes++, 0xc0 | (unit >> 6));
      else {
        store<u8>(lower + bytes++, 0xe0 | (unit >> 12));
        store<u8>(lower + bytes++, 0x80 | ((unit >> 6) & 0x3f));
      }
      store<u8>(lower + bytes++, 0x80 | (unit & 0x3f));
    }
  }
  if (length < SHORTEST_PART || length > LONGEST_WORD) return NO_TERM;
  return termOf(lower, bytes);
}
