/** How the tests of a directory are run, as far as its manifests and tool settings say. */
import type { DirectoryFacts } from './directory.ts';
import type { Manifest } from './manifests/index.ts';
import { shortened } from './prose.ts';

const MOST_SCRIPTS = 6;
const LONGEST_COMMAND = 80;

export function commandsOf({ manifests, files }: DirectoryFacts): string[] {
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
