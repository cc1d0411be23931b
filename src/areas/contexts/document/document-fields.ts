/** The names and the order of fields. Not in the schema file, which a server does not load to start. */
export const CONTEXT_VERSION = 1;

/** In every answer, whatever the filter is. */
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

/** The order of new fields in a document. Existing fields stay where they are. */
export const FIELD_ORDER: readonly string[] = [
  'version',
  'scope',
  'last_updated',
  'fingerprint',
  'summary',
  'project',
  'structure',
  'subdirectories',
  'files',
  'interfaces',
  'exports',
  'data_models',
  'dependencies',
  'environment',
  'config',
  'testing',
  'events',
  'decisions',
  'constraints',
  'current_state',
  'todos',
  'maintenance',
  'derived_fields',
  'evidence',
];

/** The position of a name in the order; unknown names come last. */
export function rankOf(name: string): number {
  const at = FIELD_ORDER.indexOf(name);
  return at === -1 ? FIELD_ORDER.length : at;
}
