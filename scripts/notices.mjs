// The notices of everything that travels inside the package: each bundled package by its own licence file, the grammars,
// the kernel, the model. Made from what esbuild says it bundled, so that no list has to be kept.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** Packages that hold code of others keep the comments in which those others are named. */
const LEGAL_COMMENT = /\/\*![\s\S]*?\*\//g;
/** Some packages have their licence at the end of this file only. */
const README_LICENCE = /^#+ *licen[cs]e\b[\s\S]*/im;
const RULE = '='.repeat(80);

export function notices(root, metafiles) {
  const sections = [...bundledFiles(metafiles)].sort(([a], [b]) => (a < b ? -1 : 1)).map(bundledPackage);
  return [
    'Pilotbook is under the MIT licence, see LICENSE. It holds work of others, under the licences below.',
    ...sections,
    section('Grammars and parser runtime', readFileSync(join(root, 'assets/grammars/LICENSES.md'), 'utf8')),
    section(
      'AssemblyScript, in the compiled kernel',
      readFileSync(join(root, 'assets/kernel/LICENSE.md'), 'utf8'),
    ),
    section('Model', readFileSync(join(root, 'assets/model/NOTICE.md'), 'utf8')),
  ].join('\n\n');

  function bundledPackage([folder, files]) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const licences = readdirSync(join(root, folder))
      .filter((file) => LICENCE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(join(root, folder, file), 'utf8'));
    if (licences.length === 0) licences.push(...readmeLicence(join(root, folder)));
    if (licences.length === 0) throw new Error(`${name} is bundled but has no licence file.`);
    const within = files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(LEGAL_COMMENT) ?? []);
    return section(`${name} ${version} (${license})`, [...licences, ...new Set(within)].join('\n'));
  }
}

function readmeLicence(folder) {
  const readme = readdirSync(folder).find((file) => /^readme\.md$/i.test(file));
  return readme === undefined ? [] : (README_LICENCE.exec(readFileSync(join(folder, readme), 'utf8')) ?? []);
}

/** Files that left something in the bundle, by the folder of their package. */
function bundledFiles(metafiles) {
  const files = new Map();
  for (const { inputs } of metafiles.flatMap(({ outputs }) => Object.values(outputs)))
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = PACKAGE_FOLDER.exec(path) ?? [];
      if (folder === undefined || bytesInOutput === 0) continue;
      files.set(folder, [...(files.get(folder) ?? []), path]);
    }
  return files;
}

function section(title, text) {
  return `${RULE}\n${title}\n${RULE}\n\n${text.replace(/\r\n/g, '\n').trim()}\n`;
}
