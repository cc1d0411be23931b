/** The tools of specs/contexts, and picking the fields that a caller asked for. */
import { z } from 'zod';
import { pageOf, withCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { nearest } from '../../core/text/index.ts';
import { cursorArgument, defineTool, READS } from '../../core/tool.ts';
import { constraintText, plainAnchors } from './claims/cited-claims.ts';
import { documentProblem, readDocument } from './document/document.ts';
import { FILTERABLE_FIELDS, METADATA_FIELDS } from './document/document-fields.ts';
import type { ContextDocument } from './document/document-schema.ts';
import { resolveScope } from './document/scope.ts';
import { cannotScan, wrongScope } from './envelope.ts';
import { checkScope, listDirectories, type Project } from './freshness/freshness.ts';

/** What the tools need. */
interface ContextsDeps {
  /** By the `path` argument; undefined if there is no such project, or it may not be read. */
  project(path: string | undefined): Promise<Project | undefined>;
}

const STATES = ['fresh', 'stale', 'missing'] as const;
const LISTED_IN_TEXT = 100;

export const checkFreshnessTool = ({ project }: ContextsDeps) =>
  defineTool({
    name: 'check_freshness',
    safeName: 'check_freshness',
    description: "Whether a directory's notes still describe its files: fresh, stale or missing.",
    annotations: READS,
    input: () =>
      z.object({
        scope: z.string().max(4096).describe('directory relative to the root; "." for the root'),
        path: z.string().min(1).max(4096).optional().describe('another project root'),
      }),
    plain: ['scope', 'path'],
    async handle({ scope, path }, { signal }) {
      const opened = await project(path);
      if (!opened) throw cannotScan(path ?? '.');
      const resolved = resolveScope(opened.workspace, scope);
      if (!resolved.ok) throw wrongScope(resolved.why, scope);
      const { read, freshness } = await checkScope(opened, resolved.scope, signal);
      if (read.state !== 'found' || !freshness)
        throw new AppError('not_found', 'no_document', documentProblem(read, scope));
      const { state, stored, computed } = freshness;
      const { staleClaims } = await import('./claims/stale-claims.ts');
      const claims = await staleClaims(opened.workspace, read.document, signal);
      return {
        scope,
        state,
        fingerprint: { stored, computed },
        last_updated: read.document.last_updated,
        ...(claims === undefined ? {} : { claims }),
      };
    },
  });

export const listContextsTool = ({ project }: ContextsDeps) =>
  defineTool({
    name: 'list_contexts',
    safeName: 'list_contexts',
    description: 'Directories with their notes and whether those are fresh, stale or missing.',
    annotations: READS,
    input: () =>
      z.object({
        path: z.string().min(1).max(4096).optional().describe('another project root'),
        status: z.enum(STATES).optional().describe('only these'),
        limit: z.number().int().min(1).optional().describe('most directories'),
        cursor: cursorArgument(),
      }),
    plain: ['path', 'status'],
    textLimits: { limit: LISTED_IN_TEXT },
    async handle({ path, status, limit, cursor }, { signal }) {
      const opened = await project(path);
      if (!opened) throw cannotScan(path ?? '.');
      const { directories, skipped, warnings } = await listDirectories(opened, signal);
      const asked = directories.filter(({ state }) => status === undefined || state === status);
      const { shown, next } = pageOf(asked, { limit, cursor }, ({ scope, state }) => `${scope} ${state}`);
      const entries = shown.map(({ scope, state, lastUpdated, summary }) => ({
        scope,
        state,
        has_context: state !== 'missing',
        ...(lastUpdated === undefined ? {} : { last_updated: lastUpdated }),
        ...(summary === undefined ? {} : { summary }),
      }));
      return {
        root: opened.workspace.root,
        total_directories: directories.length,
        skipped_directories: skipped,
        tracked: directories.filter(({ state }) => state !== 'missing').length,
        entries,
        ...(shown.length === asked.length || status === undefined ? {} : { matching: asked.length }),
        ...withCursor(next),
        ...(warnings.length > 0 ? { warnings } : {}),
      };
    },
  });

export const queryContextTool = ({ project }: ContextsDeps) =>
  defineTool({
    name: 'query_context',
    safeName: 'query_context',
    description:
      'Notes of a directory: summary, decisions, constraints, interfaces and more; "filter" picks fields.',
    annotations: READS,
    input: () =>
      z.object({
        scope: z.string().max(4096).describe('directory relative to the root; "." for the root'),
        filter: z
          .array(z.string().max(64))
          .max(64)
          .optional()
          .describe('fields to return, e.g. summary, decisions, constraints'),
        path: z.string().min(1).max(4096).optional().describe('another project root'),
      }),
    plain: ['scope', 'path'],
    async handle({ scope, filter, path }) {
      const opened = await project(path);
      if (!opened) throw cannotScan(path ?? '.');
      const resolved = resolveScope(opened.workspace, scope);
      if (!resolved.ok) throw wrongScope(resolved.why, scope);
      const read = await readDocument(opened.workspace, resolved.scope);
      if (read.state !== 'found')
        throw new AppError('not_found', 'no_document', documentProblem(read, scope));
      const warnings = [...filterWarnings(filter ?? []), ...filesNote(read.document, filter ?? [])];
      return {
        found: true,
        scope,
        context: filteredDocument(read.document, filter ?? []),
        ...(warnings.length > 0 ? { warnings } : {}),
      };
    },
  });

/** Unknown names are ignored; an empty filter returns everything. */
function filteredDocument(document: ContextDocument, filter: readonly string[]): Record<string, unknown> {
  const { constraints, decisions } = document;
  const plain = {
    ...document,
    ...(constraints ? { constraints: constraints.map(constraintText) } : {}),
    ...(decisions ? { decisions: decisions.map(plainDecision) } : {}),
  };
  if (filter.length === 0) return plain;
  const asked = new Set<string>([
    ...METADATA_FIELDS,
    ...FILTERABLE_FIELDS.filter((field) => filter.includes(field)),
  ]);
  return Object.fromEntries(
    Object.entries(plain).filter(([field, value]) => asked.has(field) && value !== undefined),
  );
}

/** Says that the list of files is not complete to a caller who asks for `files` without `maintenance`. */
function filesNote({ maintenance }: ContextDocument, filter: readonly string[]): string[] {
  const note = filter.includes('files') ? /^\d+ of \d+ files shown\b/.exec(maintenance)?.[0] : undefined;
  return note === undefined || filter.includes('maintenance') ? [] : [`files: ${note}.`];
}

/** Names the unknown fields and the known ones. */
function filterWarnings(filter: readonly string[]): string[] {
  const known: readonly string[] = FILTERABLE_FIELDS;
  const all: ReadonlySet<string> = new Set([...METADATA_FIELDS, ...known]);
  const unknown = [...new Set(filter)].filter((name) => !all.has(name));
  if (unknown.length === 0) return [];
  const named = unknown.map((name) => {
    const near = nearest(name, known);
    return near === undefined ? JSON.stringify(name) : `${JSON.stringify(name)} (did you mean ${near}?)`;
  });
  return [`filter: no such field: ${named.join(', ')}. Fields: ${known.join(', ')}.`];
}

function plainDecision({ anchors, ...decision }: NonNullable<ContextDocument['decisions']>[number]) {
  return anchors === undefined ? decision : { ...decision, anchors: plainAnchors(anchors) };
}
