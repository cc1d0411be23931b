/** What the files of a release say about each other. Pure: values in, values out. */

export interface PackageManifest {
  name: string;
  version: string;
  mcpName: string;
  repository?: { type: string; url: string };
}

export interface RegistryEntry {
  name: string;
  version: string;
  repository?: { url: string; source: string };
  packages: readonly { identifier: string; version: string }[];
}

const GITHUB = /^(?:git\+)?https:\/\/github\.com\/([^/]+)\/([^/]+?)(?:\.git)?$/;

/** The entry in the MCP registry with the name, version and repository that package.json has. */
export function stamped<Entry extends RegistryEntry>(entry: Entry, manifest: PackageManifest): Entry {
  const [, owner, project] = GITHUB.exec(manifest.repository?.url ?? '') ?? [];
  return {
    ...entry,
    name: manifest.mcpName,
    version: manifest.version,
    ...(owner === undefined
      ? {}
      : { repository: { url: `https://github.com/${owner}/${project}`, source: 'github' } }),
    packages: entry.packages.map((each) => ({
      ...each,
      identifier: manifest.name,
      version: manifest.version,
    })),
  };
}

/** What a person has to settle before anything is published. */
export function openQuestions(
  manifest: PackageManifest,
  entry: RegistryEntry,
  modelNotice: string,
): string[] {
  const [, owner] = GITHUB.exec(manifest.repository?.url ?? '') ?? [];
  const questions: string[] = [];
  if (owner === undefined)
    questions.push(
      'package.json has no "repository" with the address of a public GitHub project; npm compares it with where the build ran.',
    );
  else if (!manifest.mcpName.startsWith(`io.github.${owner}/`))
    questions.push(
      `"mcpName" is ${manifest.mcpName}, but the MCP registry gives ${owner} only names that begin with io.github.${owner}/.`,
    );
  if (JSON.stringify(stamped(entry, manifest)) !== JSON.stringify(entry))
    questions.push(
      'server.json does not say what package.json says; npx tsx scripts/release.ts stamp fixes it.',
    );
  if (modelNotice.includes('is for development'))
    questions.push('assets/model holds a table for development; see assets/model/NOTICE.md.');
  return questions;
}
