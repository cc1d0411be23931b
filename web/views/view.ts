/** What every view gets. */
import type { Query } from '../router.ts';

export interface ViewProps {
  query: Query;
  /** The page was started with `--edit`. */
  canEdit: boolean;
}
