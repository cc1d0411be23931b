/** Derives every field that the code of a directory can give, in the order of a document. */
import { byCodeUnit } from '../../../core/text/index.ts';
import { exportsField, interfacesField } from './exports-field.ts';
import { isTestPath, knownPurpose } from './file-role.ts';
import { filesField, filesShown } from './files-field.ts';
import type { Manifest } from './manifests/index.ts';
import { type ProjectSources, projectField, structureField } from './project-fields.ts';
import { counted, listed, shortened } from './prose.ts';
import type { DirectoryFacts } from './read-directory.ts';
import type { Child } from './summary.ts';

export interface DerivedField {
  path: readonly string[];
  /** Undefined if nothing is known. */
  value: unknown;
  /** Only with `--full`, or if the document has it already. */
  onlyFull: boolean;
}

export interface DerivationSources {
  facts: DirectoryFacts;
  summary: string;
  children: readonly Child[];
  exists(path: string): boolean;
  /** For the root only. */
  project: ProjectSources | undefined;
}

/** Short, because every document repeats it. */
const MAINTENANCE =
  '`pilotbook contexts generate` renews the fields named in derived_fields; one that you edit is kept. After an edit by hand: `pilotbook contexts stamp <scope>`.';

export function derivedFields(from: DerivationSources): DerivedField[] {
  const { facts, project } = from;
  const field = (onlyFull: boolean) => (path: string, value: unknown) => ({
    path: path.split('.'),
    value: Array.isArray(value) && value.length === 0 ? undefined : value,
    onlyFull,
  });
  const [always, full] = [field(false), field(true)];
  return [
    always('summary', from.summary),
    always('project', project && projectField(project)),
    always('structure', project && structureField(project)),
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

/** Limits for what an agent reads at a glance; the outline has the rest. */
const MOST_INTERNAL = 20;
const MOST_EXTERNAL = 30;
const MOST_MODELS = 25;
const MOST_VARIABLES = 40;
const MOST_SETTINGS = 40;
const NAMES_SHOWN = 6;

function internalField({ internal }: DirectoryFacts): string[] {
  return internal.slice(0, MOST_INTERNAL).toSorted(byCodeUnit);
}

/** What the manifest of the directory declares; without a manifest, what the code imports. */
function externalField({ manifests, external }: DirectoryFacts): string[] {
  const declared = manifests.flatMap(({ dependencies }) => dependencies);
  const names = [...new Set(declared.length > 0 ? declared : external)];
  return names.slice(0, MOST_EXTERNAL).toSorted(byCodeUnit);
}

function subdirectoriesField(children: readonly Child[]): Child[] {
  return children.map(({ name, summary }) => ({ name, summary }));
}

function dataModelsField({ files }: DirectoryFacts): string[] {
  const texts = files
    .filter(({ path }) => !isTestPath(path))
    .flatMap(({ name: file, models }) =>
      models.map(
        ({ name, fields }) => `${name}${fields.length > 0 ? `: ${fields.join(', ')}` : ''} (${file})`,
      ),
    );
  return [...new Set(texts)].slice(0, MOST_MODELS);
}

function environmentField({ files, manifests }: DirectoryFacts): string[] {
  const places = new Map<string, string[]>();
  for (const { name: file, environment } of files)
    for (const name of environment) places.set(name, [...(places.get(name) ?? []), file]);
  const variables = [...places]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .slice(0, MOST_VARIABLES)
    .map(([name, names]) => `${name} (${listed(names, 3)})`);
  return [...manifests.flatMap(({ runtimes }) => runtimes), ...variables];
}

function configField({ files }: DirectoryFacts): string[] {
  const settings = files.filter(
    ({ name, role }) =>
      (role === 'config' || role === 'code') && (role === 'config' || /config|settings/i.test(name)),
  );
  const texts = settings.flatMap(({ name }) => {
    const purpose = knownPurpose(name);
    return purpose === undefined && !/config|settings|\.(?:ini|cfg|conf|env)/i.test(name)
      ? []
      : [purpose === undefined ? name : `${name}: ${purpose}`];
  });
  return texts.slice(0, MOST_SETTINGS);
}

function testingField(facts: DirectoryFacts): string[] {
  const tests = facts.files.filter(({ role }) => role === 'test').map(({ name }) => name);
  const here =
    tests.length === 0 ? [] : [`${counted(tests.length, 'test file')} here: ${listed(tests, NAMES_SHOWN)}.`];
  return [...commandsOf(facts), ...here];
}

const MOST_SCRIPTS = 6;
const LONGEST_COMMAND = 80;

/** The commands that run the tests, if manifests or tool settings name them. */
function commandsOf({ manifests, files }: DirectoryFacts): string[] {
  const names = new Set(files.map(({ name }) => name.toLowerCase()));
  return [...new Set(manifests.flatMap((manifest) => commandsFor(manifest, names)))];
}

function commandsFor(manifest: Manifest, names: ReadonlySet<string>): string[] {
  const uses = (name: string) =>
    [...manifest.dependencies, ...manifest.devDependencies].some((each) => each.toLowerCase() === name);
  switch (manifest.kind) {
    case 'npm':
      return scripts(manifest, (name) => (name === 'test' ? '`npm test`' : `\`npm run ${name}\``));
    case 'composer':
      return scripts(manifest, (name) => `\`composer ${name}\``);
    case 'python':
      if (names.has('tox.ini')) return ['`tox` (tox.ini)'];
      return uses('pytest') || names.has('pytest.ini') || names.has('conftest.py') ? ['`pytest`'] : [];
    case 'cargo':
      return ['`cargo test`'];
    case 'go':
      return ['`go test ./...`'];
    case 'maven':
      return ['`mvn test`'];
    case 'mix':
      return ['`mix test`'];
    case 'ruby':
      return uses('rspec') ? ['`bundle exec rspec`'] : names.has('rakefile') ? ['`bundle exec rake`'] : [];
  }
}

function scripts({ scripts }: Manifest, command: (name: string) => string): string[] {
  return scripts
    .filter(({ name }) => /^test(?:$|[:-])|^e2e$|^spec$/.test(name))
    .slice(0, MOST_SCRIPTS)
    .map(({ name, command: line }) => `${command(name)} runs ${shortened(line, LONGEST_COMMAND)}`);
}
