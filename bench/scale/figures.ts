/** What is known of one size. A part that was not measured is missing. */
export interface SizeFigures {
  files: number;
  textBytes: number;
  /** Of the machine before the first part was measured. */
  load: number;
  index?: {
    chunks: number;
    ms: number;
    cpuMs: number;
    /** `rg -c ''` in the same run. */
    rgMs: number;
    peakBytes: number;
    diskBytes: number;
  };
  search?: {
    /** New process to its first answer. */
    firstMs: number;
    /** Its first hybrid search, which reads the vectors. */
    firstHybridMs: number;
    bm25: Warm;
    hybrid: Warm;
    /** More than warm, after one file changed. */
    changedMoreMs: number;
  };
  servers?: { rssBytes: number; furtherPssBytes: number };
}

export interface Warm {
  p50: number;
  p95: number;
}

export const PARTS = ['index', 'search', 'servers'] as const;
export type Part = (typeof PARTS)[number];
