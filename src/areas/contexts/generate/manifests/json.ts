/** package.json and composer.json. */
import { parseJson } from '../../../../core/text/index.ts';
import { asRecord, asText, emptyManifest, type Manifest } from './manifest.ts';

export function npmManifest(file: string, text: string): Manifest | undefined {
  const json = parsed(text);
  if (json === undefined) return undefined;
  const engines = asRecord(json.engines);
  const node = asText(engines.node);
  return {
    ...emptyManifest(file, 'npm'),
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

export function composerManifest(file: string, text: string): Manifest | undefined {
  const json = parsed(text);
  if (json === undefined) return undefined;
  const required = asRecord(json.require);
  const php = asText(required.php);
  return {
    ...emptyManifest(file, 'composer'),
    name: asText(json.name),
    description: asText(json.description),
    dependencies: Object.keys(required).filter(isPackage),
    devDependencies: Object.keys(asRecord(json['require-dev'])).filter(isPackage),
    scripts: commands(json.scripts),
    runtimes: php === undefined ? [] : [`PHP ${php}`],
    packageManager: 'composer',
  };
}

/** `php` and `ext-json` are no packages. */
function isPackage(name: string): boolean {
  return name.includes('/');
}

function commands(scripts: unknown): Manifest['scripts'] {
  return Object.entries(asRecord(scripts)).flatMap(([name, value]) => {
    const command = asText(Array.isArray(value) ? value[0] : value);
    return command === undefined ? [] : [{ name, command }];
  });
}

function parsed(text: string): Record<string, unknown> | undefined {
  const json = parseJson(text);
  return json.ok ? asRecord(json.value) : undefined;
}
