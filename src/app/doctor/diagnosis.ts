/** The result of one check of the doctor. */
export interface Diagnosis extends Verdict {
  name: string;
}

export interface Verdict {
  state: 'ok' | 'warning' | 'failed';
  /** What was found. */
  finding: string;
  /** What to do about it. */
  fix?: string;
  /** Does that, and returns what was done. Only where nothing can be lost. */
  repair?: () => Promise<string>;
}

export type Check = () => Promise<Verdict>;

export function ok(finding: string): Verdict {
  return { state: 'ok', finding };
}

export function failed(finding: string, fix?: string): Verdict {
  return { state: 'failed', finding, ...(fix === undefined ? {} : { fix }) };
}
