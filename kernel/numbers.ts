/** Longer runs of identifier characters are hashes and encoded data; as in src/core/text/words.ts. */
export const LONGEST_RUN: u32 = 96;
export const LONGEST_WORD: u32 = 48;
export const SHORTEST_PART: u32 = 2;

/** A list of whole numbers in raw memory. It grows by doubling; what it holds is lost only by `clear`. */
@unmanaged
@final
export class Numbers {
  at: usize = 0;
  length: u32 = 0;
  room: u32 = 0;

  @inline
  get(index: u32): u32 {
    return load<u32>(this.at + (<usize>index << 2));
  }

  @inline
  set(index: u32, value: u32): void {
    store<u32>(this.at + (<usize>index << 2), value);
  }

  @inline
  push(value: u32): void {
    if (this.length == this.room) this.reserve(1);
    this.set(this.length++, value);
  }

  /** Room for `count` more. */
  reserve(count: u32): void {
    if (this.length + count <= this.room) return;
    const room = max(this.length + count, max(this.room * 2, FIRST_ROOM));
    this.at = this.at == 0 ? heap.alloc(<usize>room << 2) : heap.realloc(this.at, <usize>room << 2);
    this.room = room;
  }

  /** Zeros behind the end until there are `length`. */
  stretch(length: u32): void {
    if (length <= this.length) return;
    this.reserve(length - this.length);
    memory.fill(this.at + (<usize>this.length << 2), 0, <usize>(length - this.length) << 2);
    this.length = length;
  }

  @inline
  clear(): void {
    this.length = 0;
  }
}

const FIRST_ROOM: u32 = 1024;
const WORD_BYTES: u32 = 64;

/** The same of bytes. Behind them is room for SLACK more, so that they may be read and written eight at a time. */
@unmanaged
@final
export class Bytes {
  at: usize = 0;
  length: u32 = 0;
  room: u32 = 0;

  reserve(count: u32): void {
    if (this.length + count <= this.room) return;
    const room = max(this.length + count, max(this.room * 2, FIRST_ROOM));
    const bytes = <usize>room + SLACK;
    this.at = this.at == 0 ? heap.alloc(bytes) : heap.realloc(this.at, bytes);
    this.room = room;
  }

  /** Copies `count` bytes to the end and says where they begin. */
  append(from: usize, count: u32): u32 {
    this.reserve(count);
    const start = this.length;
    // Most are a word: a call to copy them takes longer than the copying.
    const into = this.at + start;
    if (count > WORD_BYTES) memory.copy(into, from, count);
    else for (let at: usize = 0; at < count; at += 8) store<u64>(into + at, load<u64>(from + at));
    this.length += count;
    return start;
  }

  @inline
  clear(): void {
    this.length = 0;
  }
}

/** Secret, so that nobody can write words that all get the same slot. */
let secret: u32 = 0;

export function setSecret(value: u32): void {
  secret = value;
}

/** FNV-1a, whose low bits are poor; slots are picked by the low bits. */
export const HASH_SEED: u32 = 0x811c9dc5;

@inline
export function secretSeed(): u32 {
  return HASH_SEED ^ secret;
}
const HASH_FACTOR: u32 = 0x01000193;

@inline
export function nextHash(hash: u32, unit: u32): u32 {
  return (hash ^ unit) * HASH_FACTOR;
}

const MIX: u64 = 0x9e3779b97f4a7c15;
/** What may be read behind the end of a text: by eight bytes where words are hashed or copied, by sixteen where lines are sought. */
export const SLACK: u32 = 16;

/** Of a run of UTF-16, four units at a time. */
@inline
export function hashOfRun(run: usize, length: u32): u32 {
  let hash: u64 = (<u64>secret << 32) | length;
  let at = run;
  let left = length;
  for (; left > 4; left -= 4, at += 8) {
    hash = (hash ^ load<u64>(at)) * MIX;
    hash ^= hash >> 32;
  }
  // One to four units; the bytes behind them do not count.
  hash = (hash ^ (load<u64>(at) << (<u64>(4 - left) << 4))) * MIX;
  return <u32>(hash ^ (hash >> 32));
}

@inline
export function spread(hash: u32): u32 {
  return hash ^ (hash >>> 15);
}

/** From hashes to numbers: open addressing, at most half full. The caller compares what the numbers mean. */
@unmanaged
@final
export class Slots {
  at: usize = 0;
  mask: u32 = 0;

  /** The slot, as an address: a hash and a number plus one, or zero for nobody. */
  @inline
  place(slot: u32): usize {
    return this.at + (<usize>(slot & this.mask) << 3);
  }

  clear(): void {
    if (this.at == 0) this.make(FIRST_SLOTS);
    else memory.fill(this.at, 0, (<usize>this.mask + 1) << 3);
  }

  make(count: u32): void {
    this.mask = count - 1;
    this.at = heap.alloc(<usize>count << 3);
    memory.fill(this.at, 0, <usize>count << 3);
  }

  /** To be called when there are `count` numbers in it. */
  keepHalfEmpty(count: u32): void {
    const slots = this.mask + 1;
    if (count * 2 <= slots) return;
    const old = this.at;
    this.make(slots * 2);
    for (let slot: u32 = 0; slot < slots; slot++) {
      const from = old + (<usize>slot << 3);
      if (load<u32>(from, 4) == 0) continue;
      const hash = load<u32>(from);
      let to = hash;
      while (load<u32>(this.place(to), 4) != 0) to++;
      store<u64>(this.place(to), load<u64>(from));
    }
    heap.free(old);
  }
}

const FIRST_SLOTS: u32 = 1 << 16;
