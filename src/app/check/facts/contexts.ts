import { type SurveyedContext, surveyContexts } from '../../../areas/contexts/index.ts';
import type { FactParts } from './parts.ts';

export type ContextFacts = SurveyedContext;

export async function readContexts({ services, clock, signal }: FactParts): Promise<readonly ContextFacts[]> {
  return await surveyContexts(services.workspace, clock, signal);
}
