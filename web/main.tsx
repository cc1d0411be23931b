/** The page: a bar with the views and the search, and the view that the address names. */
import './style/index.css';
import 'uplot/dist/uPlot.min.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Overview } from '../src/app/page/index.ts';
import { isExport, useData } from './data.ts';
import { listenForKeys } from './keys.ts';
import { Empty, plural } from './parts/state.tsx';
import { visible } from './parts/visible.ts';
import { address, go, route } from './router.ts';
import { ActivityPage } from './views/activity.tsx';
import { BundlePage } from './views/bundle.tsx';
import { ChangePage } from './views/change.tsx';
import { EntryPage } from './views/entry.tsx';
import { FilePage } from './views/file.tsx';
import { HealthPage } from './views/health.tsx';
import { KnowledgePage } from './views/knowledge.tsx';
import { MapPage } from './views/map.tsx';
import { NotePage } from './views/note.tsx';
import { PackPage } from './views/pack.tsx';
import { SearchPage } from './views/search.tsx';
import type { ViewProps } from './views/view.tsx';

type PageOverview = Overview & { edit: boolean; since?: string | null };

const VIEWS: Readonly<Record<string, (props: ViewProps) => preact.JSX.Element>> = {
  change: ChangePage,
  knowledge: KnowledgePage,
  map: MapPage,
  search: SearchPage,
  bundle: BundlePage,
  activity: ActivityPage,
  health: HealthPage,
  entry: EntryPage,
  pack: PackPage,
  note: NotePage,
  file: FilePage,
};

const TABS: readonly (readonly [view: string, title: string, below: readonly string[]])[] = [
  ['change', 'Change', []],
  ['knowledge', 'Knowledge', ['entry', 'pack', 'note']],
  ['map', 'Map', ['file']],
  ['search', 'Search', []],
  ['bundle', 'Bundle', []],
  ['activity', 'Activity', []],
  ['health', 'Health', []],
];

const searchWanted = signal(0);

function Page() {
  const { view, query } = route.value;
  const overview = useData<PageOverview>('overview');
  const Shown = VIEWS[view];
  const tab = TABS.find(([name, , below]) => name === view || below.includes(view));
  useEffect(() => {
    document.title = [tab?.[1] ?? 'Not found', overview.value?.name, 'Pilotbook'].filter(Boolean).join(' · ');
  }, [tab, overview.value]);
  return (
    <>
      <header>
        <a class="skip" href={`${address(view, query)}`} onClick={skip}>
          Skip to the content
        </a>
        <a class="brand" href={address('change')}>
          <span class="logo" aria-hidden="true" />
          <span>{overview.value === undefined ? 'Pilotbook' : visible(overview.value.name)}</span>
        </a>
        <nav aria-label="Views">
          {TABS.map(([name, title]) => (
            <a key={name} href={address(name)} aria-current={tab?.[0] === name ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <SearchBox />
      </header>
      <main id="main" tabIndex={-1}>
        {Shown === undefined ? (
          <Empty title="There is no such view.">
            <a href={address('change')}>Go to the change</a>
          </Empty>
        ) : (
          <Shown query={query} canEdit={overview.value?.edit === true} />
        )}
      </main>
      <footer>
        <span>Pilotbook {overview.value?.version}</span>
        <IndexState overview={overview.value} />
        <span class="keys">
          <kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> down, up <kbd>Enter</kbd> open
        </span>
      </footer>
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function IndexState({ overview }: { overview: PageOverview | undefined }) {
  if (overview === undefined) return null;
  if (isExport) return <span>A copy, as it was when it was exported</span>;
  const { state, files, progress } = overview.index;
  if (state === 'ready') return <span>{plural(files, 'file')} indexed</span>;
  return (
    <span>{progress === null ? 'No index yet' : `Indexing ${progress.done} of ${progress.total} files`}</span>
  );
}

function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const { view, query } = route.value;
  const [text, setText] = useState(view === 'search' ? (query.q ?? '') : '');
  useEffect(() => {
    if (searchWanted.value > 0) input.current?.focus();
  }, [searchWanted.value]);
  if (isExport) return null;
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') go('search', { q: text.trim() });
      }}
    >
      <input
        ref={input}
        type="search"
        name="q"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        placeholder="Search the code"
        aria-label="Search the code"
        autocomplete="off"
        spellcheck={false}
      />
    </form>
  );
}

listenForKeys(() => {
  searchWanted.value++;
});
render(<Page />, document.body);
