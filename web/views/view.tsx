/** What every view gets, and what the views of one item share. */
import { visible } from '../parts/visible.ts';
import { address, type Query } from '../router.ts';

export interface ViewProps {
  query: Query;
  /** The page was started with `--edit`. */
  canEdit: boolean;
}

/** The way back to the list; there too when the item cannot be shown. */
export function ItemCrumbs({ name }: { name: string }) {
  return (
    <nav class="crumbs" aria-label="Path">
      <a href={address('knowledge')}>Knowledge</a> <span aria-hidden="true">/</span> {visible(name)}
    </nav>
  );
}
