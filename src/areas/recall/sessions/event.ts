/** What is written down, as it happens. */
export type SessionEvent = { session: string; atMs: number } & (
  | { what: 'started' }
  | { what: 'called' }
  | { what: 'read'; path: string }
  | { what: 'searched'; query: string }
  | { what: 'discovered'; id: string }
  | { what: 'ended' }
);
