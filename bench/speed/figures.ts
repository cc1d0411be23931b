/** What a measured process reports. */
export interface IndexFigures {
  ms: number;
  cpuMs: number;
  files: number;
  chunks: number;
  indexBytes: number;
  peakBytes: number;
}

export interface QueryFigures {
  /** From the start of the process to its first answer. */
  firstMs: number;
  /** The first search of a process by words and by meaning, which reads the vectors. */
  firstHybridMs: number;
  warmMs: Record<string, number[]>;
  changedMs: number[];
  changedMoreMs: number;
  peakBytes: number;
}
