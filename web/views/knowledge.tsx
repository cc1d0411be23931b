/** Everything that is written down, in one list: entries, packs, directory notes; to be filtered and searched. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { KnowledgeItem, KnowledgeList } from '../../src/app/page/knowledge.ts';
import { problemOf, send, useData } from '../data.ts';
import { VirtualList } from '../parts/list.tsx';
import { Answered, Command, Empty, plural, State, Time, Trouble } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { go, itemAddress, refine } from '../router.ts';
import type { ViewProps } from './view.tsx';

const ROW_HEIGHT = 56;
/** While the history is being read. */
const ASK_AGAIN_MS = 1_000;

interface Filter {
  /** In the address. */
  name: string;
  label: string;
  all: string;
  choices(items: readonly KnowledgeItem[]): readonly (readonly [value: string, title: string])[];
  matches(item: KnowledgeItem, value: string, now: number): boolean;
}

/** By what an item says of itself; the choices are what there is. */
function byField(name: 'kind' | 'type' | 'module' | 'state' | 'author', label: string, all: string): Filter {
  return {
    name,
    label,
    all,
    choices: (items) =>
      [...new Set(items.flatMap((item) => item[name] || []))].sort().map((value) => [value, value]),
    matches: (item, value) => item[name] === value,
  };
}

const DAY_MS = 86_400_000;
const AGES: readonly (readonly [value: string, title: string, days: number])[] = [
  ['week', 'the last 7 days', 7],
  ['month', 'the last 30 days', 30],
  ['year', 'the last year', 365],
];

const FILTERS: readonly Filter[] = [
  byField('kind', 'Kind', 'All kinds'),
  byField('type', 'Type', 'All types'),
  byField('module', 'Module', 'All modules'),
  byField('state', 'Freshness', 'Any freshness'),
  byField('author', 'Author', 'Any author'),
  {
    name: 'age',
    label: 'Age',
    all: 'Any age',
    choices: () => AGES.map(([value, title]) => [value, title]),
    matches: ({ time }, value, now) => {
      const days = AGES.find(([name]) => name === value)?.[2];
      return days === undefined || (time !== undefined && now - time <= days * DAY_MS);
    },
  },
];

export function KnowledgePage({ query, canEdit }: ViewProps) {
  const answer = useData<KnowledgeList>('knowledge');
  const [isAdding, setAdding] = useState(false);
  const isPartial = answer.value?.isPartial === true;
  useEffect(() => {
    if (!isPartial) return undefined;
    const next = setTimeout(answer.again, ASK_AGAIN_MS);
    return () => clearTimeout(next);
  }, [answer.value]);
  return (
    <>
      <div class="head">
        <h1>Knowledge</h1>
        {canEdit ? (
          <button type="button" onClick={() => setAdding(!isAdding)} aria-expanded={isAdding}>
            Add an entry
          </button>
        ) : null}
      </div>
      {isAdding ? <AddEntry /> : null}
      <Answered of={answer}>{(list) => <Knowledge list={list} query={query} />}</Answered>
    </>
  );
}

function Knowledge({ list, query }: { list: KnowledgeList; query: ViewProps['query'] }) {
  const { items, now, notes, isPartial } = list;
  const shown = useMemo(() => items.filter((item) => isWanted(item, query, now)), [items, query, now]);
  if (items.length === 0)
    return (
      <Empty title="Nothing is written down yet.">
        Record why code is as it is with <Command text="pilotbook stash add" /> or describe a directory with{' '}
        <Command text="pilotbook contexts generate src" />
      </Empty>
    );
  return (
    <>
      {notes.map((note) => (
        <p key={note} class="remark">
          {visible(note)}
        </p>
      ))}
      {isPartial ? <p class="remark">Authors and times are being read from the history.</p> : null}
      <div class="filters" role="group" aria-label="Filters">
        <input
          type="search"
          value={query.q ?? ''}
          placeholder="Find in titles and texts"
          aria-label="Find in titles and texts"
          onInput={(event) => refine({ q: event.currentTarget.value })}
        />
        {FILTERS.map((filter) => (
          <Choice key={filter.name} filter={filter} items={items} query={query} />
        ))}
      </div>
      <p class="dim" role="status">
        {shown.length === items.length
          ? plural(items.length, 'item')
          : `${shown.length} of ${plural(items.length, 'item')}`}
      </p>
      {shown.length === 0 ? (
        <Empty title="Nothing matches.">
          <button type="button" onClick={() => go('knowledge')}>
            Clear the filters
          </button>
        </Empty>
      ) : (
        <>
          <div class="item-row list-head" aria-hidden="true">
            <span>What</span>
            <span>Freshness</span>
            <span>Code</span>
            <span>Comments</span>
            <span>Author</span>
            <span class="item-cell">Written</span>
          </div>
          <VirtualList
            items={shown}
            rowHeight={ROW_HEIGHT}
            label="Entries, packs and directory notes"
            keyOf={({ kind, id }) => `${kind} ${id}`}
            addressOf={({ kind, id }) => itemAddress(kind, id)}
            row={(item) => <Row item={item} now={now} />}
          />
        </>
      )}
    </>
  );
}

function Row({ item, now }: { item: KnowledgeItem; now: number }) {
  const { kind, id, title, type, module, state, author, time, places, cited } = item;
  return (
    <span class="item-row">
      <span class="item-main">
        <span class="item-title">{visible(title)}</span>
        <span class="dim item-sub">
          {kind === 'note'
            ? 'directory note'
            : visible(`${id} · ${kind === 'pack' ? `pack, ${type}` : type}`)}
          {module === '' || kind === 'note' ? '' : ` · ${visible(module)}`}
        </span>
      </span>
      <span class="item-cell">
        <State of={state} />
      </span>
      <span class="item-cell dim wide">{places === 0 ? '' : plural(places, 'place')}</span>
      <span class="item-cell dim wide">{cited === 0 ? '' : `cited ${cited}×`}</span>
      <span class="item-cell dim wide">{author === undefined ? '' : visible(author)}</span>
      <span class="item-cell dim">
        <Time at={time} now={now} />
      </span>
    </span>
  );
}

function Choice({
  filter: { name, label, all, choices },
  items,
  query,
}: {
  filter: Filter;
  items: readonly KnowledgeItem[];
  query: ViewProps['query'];
}) {
  const values = useMemo(() => choices(items), [items, choices]);
  return (
    <select
      aria-label={label}
      value={query[name] ?? ''}
      disabled={values.length === 0}
      onChange={(event) => refine({ [name]: event.currentTarget.value })}
    >
      <option value="">{all}</option>
      {values.map(([value, title]) => (
        <option key={value} value={value}>
          {visible(title)}
        </option>
      ))}
    </select>
  );
}

function isWanted(item: KnowledgeItem, query: ViewProps['query'], now: number): boolean {
  for (const { name, matches } of FILTERS) {
    const value = query[name];
    if (value !== undefined && !matches(item, value, now)) return false;
  }
  const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${item.id} ${item.title} ${item.module} ${item.text}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

const TYPES = ['', 'decision', 'rule', 'pattern', 'issue'];

function AddEntry() {
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | undefined>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const value = (name: string) => String(fields.get(name) ?? '').trim();
    send<{ ref: string }>('add-entry', {
      markdown: value('markdown'),
      type: value('type'),
      module: value('module'),
      anchors: value('anchors')
        .split(/[\s,]+/)
        .filter(Boolean),
    }).then(
      ({ ref }) => go('entry', { id: ref }),
      (thrown: unknown) => setProblem(problemOf(thrown)),
    );
  };
  return (
    <form class="editor" onSubmit={submit}>
      <label>
        Text, in Markdown; its first heading is the title
        <textarea name="markdown" rows={8} required />
      </label>
      <div class="filters">
        <label>
          Type{' '}
          <select name="type">
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {type === '' ? 'none' : type}
              </option>
            ))}
          </select>
        </label>
        <label>
          Module <input name="module" />
        </label>
        <label>
          Code it is about <input name="anchors" placeholder="src/a.ts:10-20" />
        </label>
        <button type="submit">Add</button>
      </div>
      {problem === undefined ? null : <Trouble {...problem} />}
    </form>
  );
}
