import { CONTEXTS, clauses } from './clauses.ts';

const LATER = CONTEXTS;

export const contexts = clauses('contexts', {
  'Tools Overview': {
    'tools:stdio': [3, 'The tools are served over stdio.', LATER],
    'tools:list_contexts': [9, '`list_contexts` lists all tracked directories with their state.', LATER],
    'tools:check_freshness': [10, '`check_freshness` says fresh, stale or missing for one directory.', LATER],
    'tools:query_context': [11, '`query_context` gives the content, by fields if asked.', LATER],
    'tools:sequence': [13, 'Listing, checking and querying one after the other works.', LATER],
  },
  'query_context input': {
    'query:scope': [25, '`scope` is required and relative to the root.', LATER],
    'query:root-scope': [25, 'The scope `.` is the root.', LATER],
    'query:filter': [26, '`filter` is a list of fields to include.', LATER],
    'query:metadata-always': [26, 'version, scope, fingerprint and last_updated always come along.', LATER],
    'query:path': [27, '`path` names another root; without it the server’s own is used.', LATER],
    'query:filterable-fields': [
      29,
      'The fields summary, files, interfaces, decisions, constraints, dependencies, current_state, subdirectories, environment, testing, todos, data_models, events, config, project, structure, maintenance and exports can be picked.',
      LATER,
    ],
  },
  'query_context responses': {
    'query:found': [35, 'An answer with content has `found: true` and the scope.', LATER],
    'query:context': [37, 'The content is an object `context`.', LATER],
    'query:version': [38, 'The content has `version`.', LATER],
    'query:fingerprint': [40, 'The content has a fingerprint of eight hex digits.', LATER],
    'query:last-updated': [41, 'The content has `last_updated` in ISO 8601.', LATER],
    'query:filtered': [52, 'With a filter only the named fields come beside the metadata.', LATER],
    'query:decisions': [65, 'A decision has `what` and `why`.', LATER],
    'query:only-requested': [71, 'Fields that were not asked for are absent.', LATER],
    'query:missing': [
      80,
      'No file: `found: false` with `No .context.yaml found at scope "…". This scope may be below the min_tokens threshold; use list_contexts to see eligible scopes.`',
      LATER,
    ],
    'query:traversal': [
      89,
      'A scope that climbs out: `found: false` with `Invalid scope: path traversal detected`.',
      LATER,
    ],
    'query:unsupported-version': [
      98,
      'Another schema version: `Unsupported schema version 2 (this tool supports version 1). Upgrade dotcontext to read this file.`',
      LATER,
    ],
    'query:corrupt': [107, 'A broken file: `Invalid or corrupt .context.yaml at scope "…"`.', LATER],
    'query:is-error': [113, '`isError` is set exactly when nothing was found.', LATER],
  },
  check_freshness: {
    'freshness:scope': [125, '`scope` is required.', LATER],
    'freshness:path': [126, '`path` names another root.', LATER],
    'freshness:fresh': [133, 'A current file has state `fresh`.', LATER],
    'freshness:fingerprints': [134, 'The stored and the computed fingerprint are told.', LATER],
    'freshness:last-updated': [138, 'The time of the last update is told.', LATER],
    'freshness:stale': [147, 'Another computed fingerprint gives state `stale`.', LATER],
    'freshness:missing': [161, 'No file gives state `missing` and the same sentence as a query.', LATER],
    'freshness:errors': [168, 'Traversal, version and corrupt file are told as by a query.', LATER],
    'freshness:is-error': [172, '`isError` is set exactly when there is an error text.', LATER],
    'freshness:stale-is-no-error': [172, 'Stale is no error.', LATER],
  },
  list_contexts: {
    'list:path': [184, '`path` names another root.', LATER],
    'list:root': [190, 'The answer names the root.', LATER],
    'list:total-directories': [191, 'The answer counts all directories.', LATER],
    'list:skipped-directories': [192, 'The answer counts the directories left out.', LATER],
    'list:tracked': [193, 'The answer counts the tracked directories.', LATER],
    'list:entry': [196, 'An entry has scope, state and has_context.', LATER],
    'list:entry-with-context': [199, 'An entry with a context has last_updated and summary.', LATER],
    'list:entry-missing': [
      210,
      'A directory without a context has state `missing` and has_context false.',
      LATER,
    ],
    'list:order': [218, 'Entries are sorted by scope, by code unit.', LATER],
    'list:unsupported-version': [218, 'A file of another version counts as missing.', LATER],
    'list:global-failure': [
      229,
      'A root that cannot be scanned gives zeros, no entries and `Failed to scan project at "…"`.',
      LATER,
    ],
    'list:is-error': [235, '`isError` is set only when the whole scan failed.', LATER],
    'list:stale-is-no-error': [235, 'A stale or missing entry is no error.', LATER],
  },
  'Common Patterns': {
    'path:all-tools': [243, 'All three tools take `path`.', LATER],
    'path:several-projects': [243, 'One server can answer for several projects.', LATER],
    'scope:backslashes': [247, 'Backslashes in a scope mean slashes.', LATER],
  },
  'Compatibility Rules': {
    'compatibility:stable-fields': [253, 'Fields of an answer keep their types within version 1.', LATER],
    'compatibility:new-fields': [254, 'New fields of an answer are optional.', LATER],
    'compatibility:new-parameters': [255, 'New arguments of a tool are optional.', LATER],
    'compatibility:unknown-fields': [256, 'Fields that a reader does not know do no harm.', LATER],
  },
});
