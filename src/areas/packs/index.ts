/**
 * Packs: curated bundles of places in code and diagrams, rendered with the code as it is now (specs/packs). Owns
 * `packs/*.md`, their locks and `expired/` below the storage directory. Shows no code that it cannot verify. Does not know how
 * bundles and outlines work: the app passes both in.
 */
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { SymbolsOf } from '../../core/places/index.ts';
import { type LockOwner, processOwner } from '../../core/store/index.ts';
import type { Area } from '../../core/tool.ts';
import { isRefusal, refusalError, type Workspace } from '../../core/workspace/index.ts';
import { packsEnvelope } from './envelope.ts';
import { packResources } from './pack-resources.ts';
import type { BundleSource } from './ports.ts';
import type { RefMove } from './refs.ts';
import type { Storage } from './storage/expired-packs.ts';
import { markdownRepository } from './storage/markdown-repository.ts';
import { type SurveyedPack, setAside, surveyPacks } from './survey.ts';
import { packsTexts } from './text.ts';
import { inputTool, outputTool } from './tools.ts';
import type { Pack } from './types.ts';
import { workspaceCode } from './workspace-code.ts';

export { ACTIONS } from './command.ts';
export { expiredIn } from './lookup.ts';
export type { RefMove } from './refs.ts';
export { PACK_FOLDER } from './storage/markdown-repository.ts';
export type { SurveyedPack } from './survey.ts';
export { isExpired } from './ttl.ts';
export type { Pack, Ref } from './types.ts';

export interface PacksDeps {
  workspace: Workspace;
  storage: Storage;
  symbolsOf: SymbolsOf;
  bundle: BundleSource;
  clock: Clock;
  log: Logger;
  /** Returns a word that no other process returns. */
  token: () => string;
}

type PackTool = ReturnType<typeof inputTool> | ReturnType<typeof outputTool>;

export interface PacksArea extends Area<PackTool> {
  /** All packs that have not expired, for knowledge. */
  living(signal?: AbortSignal): Promise<readonly Pack[]>;
  /** Points a ref of a draft at the lines where its code is now. */
  moveRef(move: RefMove, signal: AbortSignal): Promise<void>;
  /** Renames a file that is not a valid pack. */
  setAside(file: string): Promise<void>;
  /** Everything stored, for `check` and `doctor`. */
  survey(signal: AbortSignal): Promise<readonly SurveyedPack[]>;
}

export function packsArea({
  workspace,
  storage,
  symbolsOf,
  bundle,
  clock,
  log,
  token,
}: PacksDeps): PacksArea {
  let known: Promise<LockOwner> | undefined;
  const owner = () => {
    known ??= processOwner(token);
    return known;
  };
  const packs = markdownRepository({ storage, owner, token, clock, log });
  const code = workspaceCode(workspace, symbolsOf);
  const resolvePath = (path: string) => {
    const resolved = workspace.resolve(path);
    if (isRefusal(resolved)) throw refusalError(resolved);
    return resolved;
  };
  const inputDeps = { packs, code, bundle, clock, resolvePath };
  return {
    tools: [inputTool(inputDeps), outputTool({ packs, code, clock })],
    envelope: packsEnvelope,
    texts: packsTexts,
    instructions:
      'Hand a task over with a pack of anchored code: input builds it, output renders it with the code as it is now.',
    resources: [packResources({ packs, code, clock })],
    living: (signal) => packs.list(signal),
    moveRef: async (move, signal) => (await import('./refs.ts')).moveRef(inputDeps, move, signal),
    setAside: (file) => setAside(storage, file),
    survey: (signal) => surveyPacks(storage, signal),
  };
}
