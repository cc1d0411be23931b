/** Every view of the page on the sample, by its address. */
export const VIEW_ADDRESSES: Readonly<Record<string, string>> = {
  change: '#/change',
  knowledge: '#/knowledge',
  entry: '#/entry?id=00002',
  'entry-chain': '#/entry?id=00001',
  'entry-moved': '#/entry?id=00004',
  note: '#/note?id=src%2Fpayments',
  map: '#/map',
  'map-inside': '#/map?path=src&colour=churn',
  file: '#/file?path=src%2Fpayments%2Fpayment.ts',
  search: '#/search?q=retry+payment',
  bundle: '#/bundle?prompt=why+is+a+payment+retried&files=3&lines=60',
  activity: '#/activity',
  health: '#/health',
};

/** Where nothing is written down, nothing is changed and nobody has asked anything yet. */
export const BARE_ADDRESSES: Readonly<Record<string, string>> = {
  change: '#/change',
  knowledge: '#/knowledge',
  map: '#/map',
  file: '#/file?path=src%2Fpayments%2Fpayment.ts',
  search: '#/search',
  'search-nothing': '#/search?q=zzzzqqqq',
  bundle: '#/bundle',
  activity: '#/activity',
  health: '#/health',
};

/** What is not there, not allowed or not understood. */
export const PROBLEM_ADDRESSES: Readonly<Record<string, string>> = {
  view: '#/nothing',
  commit: '#/change?commit=nothing',
  entry: '#/entry?id=99999',
  pack: '#/pack?id=nothing',
  note: '#/note?id=nothing',
  file: '#/file?path=src%2Fnothing.ts',
  denied: '#/file?path=.env',
  map: '#/map?path=nothing',
  filter: '#/knowledge?q=zzz',
};
