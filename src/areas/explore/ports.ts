/** What explore asks of the house; the app hands it in. */
import type { Workspace } from '../../core/workspace/index.ts';

export interface ExploreLimits {
  maxFileBytes: number;
  maxOpenLines: number;
  maxTotalBytesPerResponse: number;
  maxSearchHits: number;
  maxFilesPerBundle: number;
}

export interface AuditReader {
  /** Newest last. */
  read(query: { since: string | undefined; limit: number }): Promise<readonly Record<string, unknown>[]>;
}

export interface ExploreDeps {
  workspace: Workspace;
  limits: ExploreLimits;
  audit: AuditReader;
  version: string;
  /** Parts of repo.status that the app knows: metrics and the effective configuration. */
  appStatus(): Record<string, unknown>;
}
