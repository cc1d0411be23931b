/** Reads manifests in JSON and TOML: package.json, composer.json, pyproject.toml and Cargo.toml. */
import { parseJson, parseToml } from '../../../../core/text/index.ts';
import { asRecord, asText, asTexts, emptyManifest, type Manifest, recordAt } from './manifest.ts';

export function npmManifest(text: string): Manifest | undefined {
  const json = parsedJson(text);
  if (json === undefined) return undefined;
  const engines = asRecord(json.engines);
  const node = asText(engines.node);
  return {
    ...emptyManifest('npm'),
    name: asText(json.name),
    description: asText(json.description),
    dependencies: [
      ...Object.keys(asRecord(json.dependencies)),
      ...Object.keys(asRecord(json.peerDependencies)),
      ...Object.keys(asRecord(json.optionalDependencies)),
    ],
    devDependencies: Object.keys(asRecord(json.devDependencies)),
    scripts: commands(json.scripts),
    runtimes: node === undefined ? [] : [`Node.js ${node}`],
    packageManager: asText(json.packageManager)?.replace(/@.*/, ''),
  };
}

export function composerManifest(text: string): Manifest | undefined {
  const json = parsedJson(text);
  if (json === undefined) return undefined;
  const required = asRecord(json.require);
  const php = asText(required.php);
  return {
    ...emptyManifest('composer'),
    name: asText(json.name),
    description: asText(json.description),
    dependencies: Object.keys(required).filter(isPackage),
    devDependencies: Object.keys(asRecord(json['require-dev'])).filter(isPackage),
    scripts: commands(json.scripts),
    runtimes: php === undefined ? [] : [`PHP ${php}`],
    packageManager: 'composer',
  };
}

/** `php` and `ext-json` are not packages. */
function isPackage(name: string): boolean {
  return name.includes('/');
}

function commands(scripts: unknown): Manifest['scripts'] {
  return Object.entries(asRecord(scripts)).flatMap(([name, value]) => {
    const command = asText(Array.isArray(value) ? value[0] : value);
    return command === undefined ? [] : [{ name, command }];
  });
}

function parsedJson(text: string): Record<string, unknown> | undefined {
  const json = parseJson(text);
  return json.ok ? asRecord(json.value) : undefined;
}

export async function pythonManifest(text: string): Promise<Manifest | undefined> {
  const toml = await parsedToml(text);
  if (toml === undefined) return undefined;
  const project = asRecord(toml.project);
  const poetry = recordAt(toml, 'tool', 'poetry');
  const groups = [
    ...Object.values(asRecord(project['optional-dependencies'])),
    ...Object.values(asRecord(toml['dependency-groups'])),
  ];
  const poetryGroups = Object.values(asRecord(poetry.group)).map((group) =>
    asRecord(asRecord(group).dependencies),
  );
  const python = asText(project['requires-python']) ?? asText(recordAt(poetry, 'dependencies').python);
  return {
    ...emptyManifest('python'),
    name: asText(project.name) ?? asText(poetry.name),
    description: asText(project.description) ?? asText(poetry.description),
    dependencies: [
      ...asTexts(project.dependencies).map(distribution),
      ...Object.keys(asRecord(poetry.dependencies)).filter((name) => name !== 'python'),
    ],
    devDependencies: [
      ...groups.flatMap(asTexts).map(distribution),
      ...[asRecord(poetry['dev-dependencies']), ...poetryGroups].flatMap(Object.keys),
    ],
    runtimes: python === undefined ? [] : [`Python ${python}`],
    packageManager:
      'poetry' in asRecord(toml.tool) ? 'poetry' : 'uv' in asRecord(toml.tool) ? 'uv' : undefined,
  };
}

/** `requests[socks] >= 2 ; python_version > "3"` */
export function distribution(requirement: string): string {
  return /^[A-Za-z0-9][\w.-]*/.exec(requirement)?.[0] ?? requirement;
}

export async function cargoManifest(text: string): Promise<Manifest | undefined> {
  const toml = await parsedToml(text);
  if (toml === undefined) return undefined;
  const part = asRecord(toml.package);
  const version = asText(part['rust-version']);
  return {
    ...emptyManifest('cargo'),
    name: asText(part.name),
    description: asText(part.description),
    dependencies: [
      ...Object.keys(asRecord(toml.dependencies)),
      ...Object.keys(recordAt(toml, 'workspace', 'dependencies')),
    ],
    devDependencies: [
      ...Object.keys(asRecord(toml['dev-dependencies'])),
      ...Object.keys(asRecord(toml['build-dependencies'])),
    ],
    runtimes: version === undefined ? [] : [`Rust ${version}`],
    packageManager: 'cargo',
  };
}

async function parsedToml(text: string): Promise<Record<string, unknown> | undefined> {
  const toml = await parseToml(text);
  return toml.ok ? toml.value : undefined;
}
