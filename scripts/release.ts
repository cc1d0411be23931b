/**
 *   tsx scripts/release.ts stamp   writes name, version and repository of package.json into server.json
 *   tsx scripts/release.ts check   fails while something is open that has to be settled before publishing
 *
 * `npm version` runs the first, `npm publish` the second.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openQuestions, type PackageManifest, type RegistryEntry, stamped } from './release-facts.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
// Files of our own; a test holds them to their shapes.
const manifest = JSON.parse(read('package.json')) as PackageManifest;
const entry = JSON.parse(read('server.json')) as RegistryEntry;

if (process.argv[2] === 'stamp')
  writeFileSync(join(root, 'server.json'), `${JSON.stringify(stamped(entry, manifest), null, 2)}\n`);
else {
  const questions = openQuestions(manifest, entry, read('assets/model/NOTICE.md'));
  for (const question of questions) console.error(`open: ${question}`);
  if (questions.length > 0) process.exitCode = 1;
}
