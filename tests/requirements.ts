/** Every clause of the five specifications. A test cites the id of what it proves; requirements.test.ts counts. */
import type { Requirement } from './requirements/clauses.ts';
import { contexts } from './requirements/contexts.ts';
import { packs } from './requirements/packs.ts';
import { recall } from './requirements/recall.ts';
import { repo } from './requirements/repo.ts';
import { stash } from './requirements/stash.ts';
import { symbols } from './requirements/symbols.ts';

export const requirements: readonly Requirement[] = [
  ...repo,
  ...stash,
  ...packs,
  ...contexts,
  ...recall,
  ...symbols,
];
