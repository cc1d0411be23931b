/** Addresses of views: everything is behind the #, so that they work on a server and in files alike. */
import { signal } from '@preact/signals';

export type Query = Readonly<Record<string, string>>;

export interface Route {
  view: string;
  query: Query;
}

export const route = signal<Route>(parse(location.hash));

window.addEventListener('hashchange', () => {
  route.value = parse(location.hash);
  window.scrollTo(0, 0);
});

function parse(hash: string): Route {
  const [view = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { view: view === '' ? 'change' : view, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Empty values are left out, so that one view has one address. */
export function address(view: string, query: Record<string, string | number | undefined> = {}): string {
  const text = queryText(query);
  return text === '' ? `#/${view}` : `#/${view}?${text}`;
}

export function queryText(query: Record<string, string | number | undefined>): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(entries).toString();
}

export function go(view: string, query: Record<string, string | number | undefined> = {}): void {
  location.hash = address(view, query);
}

/** The same view with other filters, which is no step to go back to. */
export function refine(query: Record<string, string | number | undefined>): void {
  const { view, query: before } = route.value;
  const next = address(view, { ...before, ...query });
  history.replaceState(null, '', next);
  route.value = parse(next);
}

/** Where an item of knowledge is shown, by what a mark or a list says it is. */
export function itemAddress(kind: string, id: string): string {
  if (kind === 'pack') return address('pack', { id });
  const [scope = '', claim] = id.split('#', 2);
  if (kind === 'note') return address('note', { id });
  return claim === undefined ? address('entry', { id }) : address('note', { id: scope });
}
