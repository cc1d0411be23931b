import { estimateTokenCount } from 'tokenx';

/** About how many tokens a model makes of it; within a few percent for code and English. */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text);
}
