/** The fields of a document that can be read off the code. Undefined where there is nothing to say. */
import { byCodeUnit } from '../../../core/text/index.ts';
import type { DirectoryFacts } from './directory.ts';
import { knownPurpose } from './file-role.ts';
import { importanceOf, MOST_FILES, stemOf } from './importance.ts';
import { isType } from './named.ts';
import { counted, listed, shortened } from './prose.ts';
import { purposeOf } from './purpose.ts';
import type { SourceFile } from './source-file.ts';
import type { Child } from './summary.ts';
import { commandsOf } from './test-commands.ts';
import { isTestPath, testOf } from './test-file.ts';
import { type RankedExport, topExports } from './top-exports.ts';

/** What an agent reads at a glance; the outline has the rest. */
const MOST_EXPORTS = 25;
const MOST_INTERFACES = 15;
const MOST_INTERNAL = 20;
const MOST_EXTERNAL = 30;
const MOST_MODELS = 25;
const MOST_VARIABLES = 40;
const LONGEST_EXPORT = 120;
const MEMBERS_SHOWN = 6;

export interface FileEntry {
  name: string;
  purpose: string;
  test_file?: string;
}

export function filesField(
  facts: DirectoryFacts,
  exists: (path: string) => boolean,
): FileEntry[] | undefined {
  const entries = shownFiles(facts).map(({ file, purpose }) => {
    const test = file.role === 'code' ? testOf(file.path, exists) : undefined;
    return { name: file.name, purpose, ...(test === undefined ? {} : { test_file: test }) };
  });
  return orNothing(entries);
}

/** `40 of 182 files shown`; undefined if all are. */
export function filesShown(facts: DirectoryFacts): string | undefined {
  const [shown, all] = [shownFiles(facts).length, facts.files.length];
  return shown === 0 || shown === all ? undefined : `${shown} of ${all} files shown`;
}

/** Those with something to say, the most important of them; in order of the name. */
function shownFiles(facts: DirectoryFacts): { file: SourceFile; purpose: string }[] {
  return (
    facts.files
      .flatMap((file) => {
        const purpose = purposeOf(file);
        return purpose === undefined ? [] : [{ file, purpose, weight: importanceOf(file, facts) }];
      })
      .sort((a, b) => b.weight - a.weight || byCodeUnit(a.file.name, b.file.name))
      // A header repeats what its source says.
      .filter(
        ({ file, purpose }, at, all) =>
          all.findIndex(
            (each) => each.purpose === purpose && stemOf(each.file.path) === stemOf(file.path),
          ) === at,
      )
      .slice(0, MOST_FILES)
      .sort((a, b) => byCodeUnit(a.file.name, b.file.name))
  );
}

export function exportsField(facts: DirectoryFacts): string[] | undefined {
  return orNothing(inFileOrder(topExports(facts).slice(0, MOST_EXPORTS)).map(exportText));
}

function exportText({ kind, name, signature }: RankedExport): string {
  if (/function|method|macro/.test(kind)) return shortened(`${name}${signature}`, LONGEST_EXPORT);
  const told = signature === '()' || signature.startsWith('=') ? '' : signature;
  return shortened(`${kind.replace(/_alias$/, '').replaceAll('_', ' ')} ${name}${told}`, LONGEST_EXPORT);
}

export interface InterfaceEntry {
  name: string;
  description: string;
}

/** Types that others build on, and functions that are documented. */
export function interfacesField(facts: DirectoryFacts): InterfaceEntry[] | undefined {
  const told = topExports(facts).filter(
    ({ kind, doc, members }) => doc !== undefined || (isType(kind) && members.length > 0),
  );
  return orNothing(
    inFileOrder(told.slice(0, MOST_INTERFACES)).map(({ name, doc, members }) => ({
      name,
      description: doc ?? `Has ${listed(members, MEMBERS_SHOWN)}.`,
    })),
  );
}

function inFileOrder(found: readonly RankedExport[]): RankedExport[] {
  return found.toSorted(
    (a, b) =>
      byCodeUnit(a.file.name, b.file.name) ||
      a.file.exported.findIndex(({ name }) => name === a.name) -
        b.file.exported.findIndex(({ name }) => name === b.name),
  );
}

export function internalField({ internal }: DirectoryFacts): string[] | undefined {
  return orNothing(internal.slice(0, MOST_INTERNAL).toSorted(byCodeUnit));
}

/** Beside a manifest, what it declares; elsewhere, what the code imports. */
export function externalField({ manifests, external }: DirectoryFacts): string[] | undefined {
  const declared = manifests.flatMap(({ dependencies }) => dependencies);
  const names = [...new Set(declared.length > 0 ? declared : external)];
  return orNothing(names.slice(0, MOST_EXTERNAL).toSorted(byCodeUnit));
}

export function subdirectoriesField(children: readonly Child[]): Child[] | undefined {
  return orNothing(children.map(({ name, summary }) => ({ name, summary })));
}

export function dataModelsField({ files }: DirectoryFacts): string[] | undefined {
  const texts = files
    .filter(({ path }) => !isTestPath(path))
    .flatMap(({ name: file, models }) =>
      models.map(
        ({ name, fields }) => `${name}${fields.length > 0 ? `: ${fields.join(', ')}` : ''} (${file})`,
      ),
    );
  return orNothing([...new Set(texts)].slice(0, MOST_MODELS));
}

export function environmentField({ files, manifests }: DirectoryFacts): string[] | undefined {
  const places = new Map<string, string[]>();
  for (const { name: file, environment } of files)
    for (const name of environment) places.set(name, [...(places.get(name) ?? []), file]);
  const variables = [...places]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .slice(0, MOST_VARIABLES)
    .map(([name, names]) => `${name} (${listed(names, 3)})`);
  return orNothing([...manifests.flatMap(({ runtimes }) => runtimes), ...variables]);
}

export function configField({ files }: DirectoryFacts): string[] | undefined {
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
  return orNothing(texts.slice(0, MOST_FILES));
}

export function testingField(facts: DirectoryFacts): string[] | undefined {
  const tests = facts.files.filter(({ role }) => role === 'test').map(({ name }) => name);
  const here =
    tests.length === 0
      ? []
      : [`${counted(tests.length, 'test file')} here: ${listed(tests, MEMBERS_SHOWN)}.`];
  return orNothing([...commandsOf(facts), ...here]);
}

function orNothing<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}
