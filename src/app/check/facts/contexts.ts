import { type SurveyedContext, surveyContexts } from '../../../areas/contexts/index.ts';
import type { FactParts } from './parts.ts';

export type ContextFacts = SurveyedContext;

export async function readContexts({ house, clock, signal }: FactParts): Promise<readonly ContextFacts[]> {
  return await surveyContexts(house.workspace, clock, signal);
}
