/** pyproject.toml and Cargo.toml. */
import { parseToml } from '../../../../core/text/index.ts';
import { asRecord, asText, asTexts, emptyManifest, type Manifest, recordAt } from './manifest.ts';

export async function pythonManifest(file: string, text: string): Promise<Manifest | undefined> {
  const toml = await parsed(text);
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
    ...emptyManifest(file, 'python'),
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

export async function cargoManifest(file: string, text: string): Promise<Manifest | undefined> {
  const toml = await parsed(text);
  if (toml === undefined) return undefined;
  const part = asRecord(toml.package);
  const version = asText(part['rust-version']);
  return {
    ...emptyManifest(file, 'cargo'),
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

async function parsed(text: string): Promise<Record<string, unknown> | undefined> {
  const toml = await parseToml(text);
  return toml.ok ? toml.value : undefined;
}
