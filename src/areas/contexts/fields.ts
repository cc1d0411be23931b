/** The names of the fields of a document, apart from its schema: a server that starts needs these, not that. */
export const CONTEXT_VERSION = 1;

/** Always in an answer, whatever the filter says. */
export const METADATA_FIELDS = ['version', 'scope', 'fingerprint', 'last_updated'] as const;

export const FILTERABLE_FIELDS = [
  'summary',
  'files',
  'interfaces',
  'decisions',
  'constraints',
  'dependencies',
  'current_state',
  'subdirectories',
  'environment',
  'testing',
  'todos',
  'data_models',
  'events',
  'config',
  'project',
  'structure',
  'maintenance',
  'exports',
] as const;
