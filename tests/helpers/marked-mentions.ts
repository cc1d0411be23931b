/**
 * Tests of what names refer to, across files. Texts carry marks of what is expected: `«certain save»` is a mention of `save` that is
 * `certain`; `«certain call save»` says its role too. The symbol asked for is the first one marked `definition`.
 */
import { definedBy, readFacts } from '../../src/core/facts/index.ts';
import type { MentionClass } from '../../src/core/mention-class.ts';
import { SymbolSession } from '../../src/core/symbols/index.ts';

const MARK = /«(?<class>[a-z]+)(?: (?<role>[a-z-]+))? (?<name>[^»]+)»/g;

interface Expected {
  class: string;
  role: string | undefined;
}

interface MarkedFile {
  text: string;
  /** By offset into the text without marks. */
  marks: Map<number, Expected & { name: string }>;
}

/**
 * The same texts with the marks that our answer gives; the test expects them to equal its own texts. Mentions in comments and strings,
 * and those of class `other`, are marked only where the test marks them.
 */
export async function markMentions(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const parsed = new Map(Object.entries(files).map(([path, text]) => [path, withoutMarks(text)]));
  const session = await sessionOf(new Map([...parsed].map(([path, { text }]) => [path, text])));
  const symbol = await askedFor(parsed, session);
  const { mentions } = await session.mentions(symbol);
  const marked: Record<string, string> = {};
  for (const [path, { text, marks }] of parsed) {
    const given = mentions
      .filter((mention) => mention.path === path)
      .filter(({ offset, class: kind }) => marks.has(offset) || !isQuiet(kind));
    marked[path] = withMarks(
      text,
      symbol.name,
      given.map(({ offset, class: kind, role }) => ({
        offset,
        class: kind,
        role: marks.get(offset)?.role === undefined ? undefined : role,
      })),
    );
  }
  return marked;
}

/** A session over texts in memory. */
export async function sessionOf(texts: ReadonlyMap<string, string>): Promise<SymbolSession> {
  const session = new SymbolSession(
    {
      store: {
        source: async (path) => {
          const text = texts.get(path);
          return text === undefined ? undefined : { text };
        },
        atHand: () => undefined,
        factsNow: async () => undefined,
        ofText: async (path, { text }) => ({ text, facts: await readFacts(path, text), unparsed: undefined }),
      },
      filesWith: async (word) => [...texts].filter(([, text]) => text.includes(word)).map(([path]) => path),
      listing: async () => [...texts.keys()],
      now: () => 0,
    },
    { deadlineMs: 60_000 },
  );
  return await session.open();
}

function isQuiet(kind: MentionClass): boolean {
  return kind === 'other' || kind === 'comment' || kind === 'string';
}

async function askedFor(files: ReadonlyMap<string, MarkedFile>, session: SymbolSession) {
  for (const [path, { marks }] of files)
    for (const [offset, { class: kind, name }] of marks) {
      if (kind !== 'definition') continue;
      const facts = (await session.file(path))?.facts;
      const index = definedBy(facts?.tokenRefs[facts.tokenStarts.indexOf(offset)] ?? -1);
      if (index === undefined) throw new Error(`no declaration of ${name} at offset ${offset} of ${path}`);
      return { path, index, name };
    }
  throw new Error('no mention is marked as the definition');
}

function withoutMarks(marked: string): MarkedFile {
  const marks: MarkedFile['marks'] = new Map();
  let removed = 0;
  const text = marked.replace(
    MARK,
    (whole, kind: string, role: string | undefined, name: string, at: number) => {
      marks.set(at - removed, { class: kind, role, name });
      removed += whole.length - name.length;
      return name;
    },
  );
  return { text, marks };
}

function withMarks(text: string, name: string, mentions: (Expected & { offset: number })[]): string {
  let marked = '';
  let from = 0;
  for (const { offset, class: kind, role } of mentions.sort((a, b) => a.offset - b.offset)) {
    marked += `${text.slice(from, offset)}«${kind}${role === undefined ? '' : ` ${role}`} ${name}»`;
    from = offset + name.length;
  }
  return marked + text.slice(from);
}
