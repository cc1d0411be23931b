/** The use cases of `input`: one command, one answer, which shows everything about a pack except its anchors. */
import { type Clock, isoTime } from '../../core/clock.ts';
import type { AppError } from '../../core/errors.ts';
import { symbolPlace } from '../../core/places/index.ts';
import type { CallContext } from '../../core/tool.ts';
import {
  type Action,
  type Command,
  type Creation,
  type Fields,
  type Mutation,
  type PlaceFields,
  parseCommand,
  type Target,
} from './command.ts';
import { findExpired, findLiving, findPack, listPacks, notFound } from './lookup.ts';
import {
  advance,
  findRef,
  newPack,
  type RefPlace,
  requireDraft,
  requireStatus,
  withDiagram,
  withMeta,
  withoutDiagram,
  withoutRef,
  withoutSection,
  withRef,
  withSection,
  withStatus,
} from './pack.ts';
import type { BundleSource, CodeReader, OpenCode, PackRepository } from './ports.ts';
import { type Refreshed, refreshRefs, sectionsOf, staleRefs } from './refs.ts';

import { changedExpiry, expiryFrom, secondsLeft, timeLeft } from './ttl.ts';
import { checkLines, checkPath, invalid, type Pack, type Ref } from './types.ts';

export interface InputDeps {
  packs: PackRepository;
  code: OpenCode;
  bundle: BundleSource;
  clock: Clock;
  /** Through the sandbox; throws what it refuses. */
  resolvePath(path: string): string;
}

/** A page of the list, or one pack with what changed. */
export type InputPayload =
  | { count: number; total: number; packs: PackSummary[] }
  | ((PackView | PackSummary) & ChangeReport);

interface ChangeReport {
  deleted?: true;
  refreshed?: Refreshed['report'];
}

export interface InputAnswer {
  action: Action;
  payload: InputPayload;
  warnings: readonly string[];
}

type Call = Pick<CallContext, 'signal' | 'commandLine'>;

export async function runInput(deps: InputDeps, fields: Fields, call: Call): Promise<InputAnswer> {
  const { path } = fields;
  const command = parseCommand(
    path === undefined ? fields : { ...fields, path: resolvedPlace(deps, { ...fields, path }) },
    call,
  );
  await deps.packs.purge(call.signal);
  const warnings: string[] = [];
  const payload = await answer(deps, command, call.signal, warnings);
  return { action: command.action, payload, warnings };
}

/** On Windows a colon is in no path, so the symbol is taken off first. */
function resolvedPlace(
  { resolvePath }: InputDeps,
  { path, line_start, line_end }: Fields & { path: string },
): string {
  const named = (line_start ?? line_end) === undefined ? symbolPlace(path) : undefined;
  return named === undefined ? resolvePath(path) : `${resolvePath(named.path)}::${named.symbol}`;
}

async function answer(
  deps: InputDeps,
  command: Command,
  signal: AbortSignal,
  warnings: string[],
): Promise<InputPayload> {
  const { packs, clock } = deps;
  if (command.action === 'list') {
    const { total, packs: page } = await listPacks(packs, command.listing, signal);
    return { count: page.length, total, packs: page.map((pack) => packSummary(pack, clock.now())) };
  }
  if (command.action === 'get') {
    const pack = await findPack(packs, command.target);
    requireStatus(pack, command.status);
    return packView(pack, clock.now());
  }
  if (command.action === 'create')
    return packView(await create(deps, command.pack, signal, warnings), clock.now());

  const target = await changeable(packs, command);
  const { id } = target.pack;
  if (command.action === 'delete_pack') {
    const gone = await packs.remove(id, command.revision, signal);
    return { ...packSummary(gone, clock.now()), deleted: true };
  }
  const code = deps.code(signal);
  const report: ChangeReport = {};
  const change = async (pack: Pack) =>
    advance(pack, await mutate(pack, command, code, clock.now(), { warnings, report }), clock.now());
  const changed = target.expired
    ? await packs.restore(id, command.revision, change, signal)
    : await packs.update(id, command.revision, change, signal);
  return { ...packView(changed, clock.now()), ...report };
}

/** `touch_ttl` also finds an expired pack, and restores it. */
async function changeable(
  packs: PackRepository,
  { action, target }: { action: Mutation['action']; target: Target },
): Promise<{ pack: Pack; expired: boolean }> {
  if (action !== 'touch_ttl') return { pack: await findPack(packs, target), expired: false };
  const living = await findLiving(packs, target);
  if (living !== undefined) return { pack: living, expired: false };
  const pack = await findExpired(packs, target);
  if (pack === undefined) throw notFound();
  return { pack, expired: true };
}

async function create(
  deps: InputDeps,
  wanted: Creation,
  signal: AbortSignal,
  warnings: string[],
): Promise<Pack> {
  const { name, title, brief, tags, ttlMinutes, fromBundle } = wanted;
  const now = deps.clock.now();
  const expiresAt = ttlMinutes === undefined ? null : expiryFrom(now, ttlMinutes);
  const sections =
    fromBundle === undefined
      ? []
      : await sectionsOf(await deps.bundle(fromBundle), deps.code(signal), warnings);
  return deps.packs.create(
    name,
    (id) => newPack({ id, name, title, brief, tags, sections, now, expiresAt }),
    signal,
  );
}

interface Notes {
  warnings: string[];
  /** What the answer adds to the pack. */
  report: ChangeReport;
}

async function mutate(
  pack: Pack,
  command: Exclude<Mutation, { action: 'delete_pack' }>,
  code: CodeReader,
  now: number,
  notes: Notes,
): Promise<Pack> {
  if (command.action === 'touch_ttl')
    return {
      ...pack,
      expiresAt: command.ttl === 'none' ? null : changedExpiry(pack.expiresAt, now, command.ttl),
    };
  if (command.action === 'set_status') {
    const finalizes = command.status === 'finalized' && pack.status === 'draft';
    return withStatus(pack, command.status, finalizes ? await staleRefs(pack, code) : []);
  }
  requireDraft(pack);
  switch (command.action) {
    case 'upsert_section':
      return withSection(pack, command.section);
    case 'delete_section':
      return withoutSection(pack, command.section);
    case 'upsert_ref': {
      const { section, ref, place } = command;
      return withRef(pack, section, ref, await placeOf(pack, section, ref.key, place, code, notes.warnings));
    }
    case 'delete_ref':
      return withoutRef(pack, command.section, command.ref);
    case 'upsert_diagram':
      return withDiagram(pack, command.section, command.diagram);
    case 'delete_diagram':
      return withoutDiagram(pack, command.section, command.diagram);
    case 'set_meta':
      return withMeta(pack, command.meta);
    case 'refresh': {
      const refreshed = await refreshRefs(pack, code);
      notes.report.refreshed = refreshed.report;
      return refreshed.pack;
    }
  }
}

/** Undefined if the ref keeps its place. Missing parts stay as they were; a new place gets a new anchor. */
async function placeOf(
  pack: Pack,
  section: string,
  key: string,
  { path, lineStart, lineEnd }: PlaceFields,
  code: CodeReader,
  warnings: string[],
): Promise<RefPlace | undefined> {
  if (path === undefined && lineStart === undefined && lineEnd === undefined) return undefined;
  const named = path === undefined || (lineStart ?? lineEnd) !== undefined ? undefined : symbolPlace(path);
  if (named !== undefined) return await declaredPlace(named, code);
  const known = pack.sections.find((one) => one.key === section)?.refs.some((ref) => ref.key === key);
  const old = known ? findRef(pack, section, key) : undefined;
  const [at, start, end] = [path ?? old?.path, lineStart ?? old?.lines.start, lineEnd ?? old?.lines.end];
  if (at === undefined || start === undefined || end === undefined)
    throw invalid('path, line_start and line_end are required for a new ref.');
  const lines = checkLines({ start, end });
  const anchor = await code.anchor(checkPath(at), lines);
  if (!('problem' in anchor)) return { path: at, lines, anchor };
  warnings.push(`${key} is stored without an anchor and shows as stale until it resolves: ${anchor.problem}`);
  return { path: at, lines, anchor: undefined };
}

/** `path::symbol`: the lines of the declaration as they are now. */
async function declaredPlace(
  { path, symbol }: { path: string; symbol: string },
  code: CodeReader,
): Promise<RefPlace> {
  const found = await code.declared(checkPath(path), symbol);
  if ('problem' in found) throw notDeclared(path, found.problem);
  const lines = checkLines(found);
  const anchor = await code.anchor(path, lines);
  if ('problem' in anchor) throw notDeclared(path, anchor.problem);
  return { path, lines, anchor };
}

function notDeclared(path: string, problem: string): AppError {
  return invalid(`path: ${path}: ${problem} Write path::symbol, or give line_start and line_end.`);
}

export type PackSummary = ReturnType<typeof packSummary>;
export type PackView = ReturnType<typeof packView>;

export function packView(pack: Pack, now: number) {
  return {
    ...head(pack),
    tags: pack.tags,
    created_at: isoTime(pack.createdAt),
    ...times(pack, now),
    sections: pack.sections.map((section) => ({ ...section, refs: section.refs.map(refView) })),
  };
}

export function packSummary(pack: Pack, now: number) {
  return { ...head(pack), ...times(pack, now) };
}

function head({ id, name, title, brief, status, revision }: Pack) {
  // JSON leaves out what is undefined.
  return { id, name, title, brief, status, revision };
}

function times({ updatedAt, expiresAt }: Pack, now: number) {
  return {
    updated_at: isoTime(updatedAt),
    expires_at: expiresAt === null ? null : isoTime(expiresAt),
    ttl_remaining_seconds: secondsLeft(expiresAt, now),
    ttl_remaining_human: timeLeft(expiresAt, now),
  };
}

function refView({ anchor, ...ref }: Ref) {
  return { ...ref, anchored: anchor !== undefined };
}
