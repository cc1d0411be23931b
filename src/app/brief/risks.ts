/** All that a change, or the state of the named files, endangers; the gravest kind first. */
import { posix } from 'node:path';
import type { Facts } from '../check/facts/facts.ts';
import type { Services } from '../services.ts';
import { anchoredCodeRisks } from './anchored-code.ts';
import { openBefore } from './before.ts';
import type { Change } from './change.ts';
import { citedCodeRisks } from './cited-code.ts';
import type { Risk } from './risk.ts';

export async function risksOf(
  { base, files }: Change,
  facts: Facts,
  services: Services,
  signal: AbortSignal,
): Promise<Risk[]> {
  const paths = files.map(({ path }) => path);
  const wanted = new Set(paths);
  const before = base === undefined ? undefined : openBefore(services.workspace, base, signal);
  return [
    ...(before === undefined ? [] : await citedCodeRisks(services, facts, paths, before)),
    ...(await missingEntries(facts, wanted)),
    ...(await anchoredCodeRisks(services, facts, wanted, before)),
    ...(await staleContexts(facts, wanted)),
  ];
}

async function missingEntries(facts: Facts, paths: ReadonlySet<string>): Promise<Risk[]> {
  return (await facts.citations())
    .filter(({ path, entry }) => entry === undefined && paths.has(path))
    .map(({ path, line, digits }) => ({
      kind: 'entry-missing',
      id: digits,
      place: `${path}:${line}`,
      message: `cites ${digits}, which does not exist`,
    }));
}

async function staleContexts(facts: Facts, paths: ReadonlySet<string>): Promise<Risk[]> {
  const scopes = new Set([...paths].map((path) => posix.dirname(path)));
  return (await facts.contexts())
    .filter(({ scope, state }) => state === 'stale' && scopes.has(scope))
    .map(({ path, scope }) => ({
      kind: 'context-stale',
      id: scope,
      place: path,
      message: `no longer describes the files of ${scope === '.' ? 'the root directory' : scope}`,
    }));
}
