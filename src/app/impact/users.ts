/** Who uses symbols, directly or through others, and which tests reach them. */
import { isTest } from '../../core/file-kind/index.ts';
import {
  lineAt,
  type Mention,
  type SymbolMatch,
  type SymbolSession,
  testTitle,
} from '../../core/symbols/index.ts';

export interface User {
  path: string;
  /** Where it first uses what it uses. */
  line: number;
  /** The function, class or test that uses it; null at the top of a file. */
  symbol: string | null;
  /** What it uses, by its qualified name. */
  uses: string;
  /** Probably, not surely. */
  likely?: true;
}

export interface UserAtDepth extends User {
  depth: number;
}

export interface Users {
  users: readonly UserAtDepth[];
  tests: readonly UserAtDepth[];
  /** Symbols whose own users were not looked for any more, because they are too many. */
  notFollowed: number;
  /** … because time was up. */
  late: number;
}

export interface UserLimits {
  depth: number;
  /** Symbols whose users are looked for; each takes time. */
  mostFollowed: number;
}

/** Nearest first. A symbol that is used in several ways is listed once, where it is nearest. */
export async function usersOf(
  session: SymbolSession,
  changed: readonly SymbolMatch[],
  { depth, mostFollowed }: UserLimits,
): Promise<Users> {
  const known = new Set(changed.map(({ path, index }) => keyOf(path, index)));
  const users: UserAtDepth[] = [];
  const tests: UserAtDepth[] = [];
  let level: readonly SymbolMatch[] = changed;
  let followed = 0;
  let notFollowed = 0;
  let late = 0;
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: SymbolMatch[] = [];
    for (const symbol of level) {
      if (at > 1 && session.isLate) {
        late++;
        continue;
      }
      if (followed >= mostFollowed) {
        notFollowed++;
        continue;
      }
      followed++;
      const { mentions, aliased } = await session.mentions(symbol);
      for (const mention of [...mentions, ...aliased].filter(isUse)) {
        const key =
          mention.enclosing < 0 && isTest(mention.path)
            ? `${keyOf(mention.path, -1)}\n${mention.offset}`
            : keyOf(mention.path, mention.enclosing);
        if (known.has(key)) continue;
        known.add(key);
        const user = await session.describe({ path: mention.path, index: mention.enclosing });
        const found = await described(session, mention, user, symbol);
        if (isTest(mention.path)) tests.push({ ...found, depth: at });
        else {
          users.push({ ...found, depth: at });
          if (user !== undefined) next.push(user);
        }
      }
    }
    level = next;
  }
  return { users, tests, notFollowed, late };
}

/** What imports a name and does not use it does not depend on what it does. */
function isUse({ class: kind, role }: Mention): boolean {
  return (kind === 'certain' || kind === 'likely') && role !== 'import' && role !== 're-export';
}

async function described(
  session: SymbolSession,
  mention: Mention,
  user: SymbolMatch | undefined,
  used: SymbolMatch,
): Promise<User> {
  const read = await session.file(mention.path);
  const line = read === undefined ? 1 : lineAt(read, mention.offset);
  const test = read === undefined ? undefined : testTitle(mention.path, read, line);
  return {
    path: mention.path,
    line,
    symbol: user?.qualifiedName ?? test ?? null,
    uses: used.qualifiedName,
    ...(mention.class === 'likely' ? { likely: true } : {}),
  };
}

function keyOf(path: string, declaration: number): string {
  return `${path}\n${declaration}`;
}
