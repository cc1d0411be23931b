/** Every field that is made without a model, in the order of a document, and when it is made. */
import type { DirectoryFacts } from './directory.ts';
import {
  configField,
  dataModelsField,
  environmentField,
  exportsField,
  externalField,
  filesField,
  filesShown,
  interfacesField,
  internalField,
  subdirectoriesField,
  testingField,
} from './fields.ts';
import { type ProjectSources, projectField, type StructureEntry, structureField } from './project-fields.ts';
import type { Child } from './summary.ts';

export interface DerivedValue {
  path: readonly string[];
  /** Undefined: there is nothing to say. */
  value: unknown;
  /** Only with `--full`, or where the document has it already. */
  onlyFull: boolean;
}

export interface DerivationSources {
  facts: DirectoryFacts;
  summary: string;
  children: readonly Child[];
  exists(path: string): boolean;
  /** For the root alone. */
  project: { sources: ProjectSources; directories: readonly StructureEntry[] } | undefined;
}

/** The same in every document, so short. */
const MAINTENANCE =
  '`pilotbook contexts generate` renews the fields named in derived_fields; one that you edit is kept. After an edit by hand: `pilotbook contexts stamp <scope>`.';

export function derivedValues(from: DerivationSources): DerivedValue[] {
  const { facts, project } = from;
  const always = (path: string, value: unknown): DerivedValue => ({
    path: path.split('.'),
    value,
    onlyFull: false,
  });
  const full = (path: string, value: unknown): DerivedValue => ({
    path: path.split('.'),
    value,
    onlyFull: true,
  });
  return [
    always('summary', from.summary),
    always('project', project && projectField(project.sources)),
    always('structure', project && structureField(project.directories)),
    always('subdirectories', subdirectoriesField(from.children)),
    always('files', filesField(facts, from.exists)),
    always('interfaces', interfacesField(facts)),
    always('exports', exportsField(facts)),
    full('data_models', dataModelsField(facts)),
    always('dependencies.internal', internalField(facts)),
    always('dependencies.external', externalField(facts)),
    full('environment', environmentField(facts)),
    full('config', configField(facts)),
    full('testing', testingField(facts)),
    always('maintenance', [filesShown(facts), MAINTENANCE].filter(Boolean).join('. ')),
  ];
}
