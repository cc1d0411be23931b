/** Every rule, in the order docs and formats list them. */
import type { Rule } from './rule.ts';
import { contextsInvalid } from './rules/contexts-invalid.ts';
import { contextsStale } from './rules/contexts-stale.ts';
import { contextsStaleClaim } from './rules/contexts-stale-claim.ts';
import { contextsUnknownVersion } from './rules/contexts-unknown-version.ts';
import { packsAmbiguousRef } from './rules/packs-ambiguous-ref.ts';
import { packsEditedRef } from './rules/packs-edited-ref.ts';
import { packsExpiring } from './rules/packs-expiring.ts';
import { packsLostRef } from './rules/packs-lost-ref.ts';
import { packsMalformed } from './rules/packs-malformed.ts';
import { packsMovedRef } from './rules/packs-moved-ref.ts';
import { stashAmbiguousAnchor } from './rules/stash-ambiguous-anchor.ts';
import { stashChangedEntry } from './rules/stash-changed-entry.ts';
import { stashConfig } from './rules/stash-config.ts';
import { stashDuplicateNumber } from './rules/stash-duplicate-number.ts';
import { stashEditedAnchor } from './rules/stash-edited-anchor.ts';
import { stashLostAnchor } from './rules/stash-lost-anchor.ts';
import { stashMissingEntry } from './rules/stash-missing-entry.ts';
import { stashSecret } from './rules/stash-secret.ts';
import { stashSupersededEntry } from './rules/stash-superseded-entry.ts';
import { stashUncitedEntry } from './rules/stash-uncited-entry.ts';

export const RULES: readonly Rule[] = [
  stashConfig,
  stashMissingEntry,
  stashSupersededEntry,
  stashUncitedEntry,
  stashLostAnchor,
  stashAmbiguousAnchor,
  stashEditedAnchor,
  stashChangedEntry,
  stashDuplicateNumber,
  stashSecret,
  contextsInvalid,
  contextsStale,
  contextsStaleClaim,
  contextsUnknownVersion,
  packsMalformed,
  packsLostRef,
  packsAmbiguousRef,
  packsEditedRef,
  packsMovedRef,
  packsExpiring,
];

export const RULE_IDS: readonly string[] = RULES.map(({ id }) => id);
