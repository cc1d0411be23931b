/** Names of the values that belong to the whole index. */
export const META = {
  /** ANALYSIS_VERSION of whoever made the segments. */
  analysis: 'analysis',
  /** 1 once every file that was listed has been read. */
  complete: 'complete',
  /** Milliseconds since the epoch. */
  lastRefresh: 'last_refresh',
  /** Files found by the listing of the newest refresh. */
  listed: 'listed',
} as const;
