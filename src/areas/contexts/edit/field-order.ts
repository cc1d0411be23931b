/** The order in which new fields stand in a document. Fields that are there already stay where they are. */
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

/** The place of a name in the order; unknown names come last. */
export function rankOf(name: string): number {
  const at = FIELD_ORDER.indexOf(name);
  return at === -1 ? FIELD_ORDER.length : at;
}
