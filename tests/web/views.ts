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
