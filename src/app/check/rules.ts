/** Every rule, in the order docs and formats list them. */
import { anchorRules } from './anchor-rules.ts';
import { contextRules } from './contexts-rules.ts';
import { packRules } from './packs-rules.ts';
import type { Rule } from './rule.ts';
import { citationRules, fileRules } from './stash-rules.ts';

export const RULES: readonly Rule[] = [
  ...citationRules,
  ...anchorRules,
  ...fileRules,
  ...contextRules,
  ...packRules,
];

export const RULE_IDS: readonly string[] = RULES.map(({ id }) => id);
