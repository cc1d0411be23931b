/**
 * npm run architecture: no import breaks a rule of .dependency-cruiser.cjs, and everything that architecture.cjs allows is
 * used: an arrow that nobody needs is an invitation.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Cruise {
  modules: { source: string; dependencies: { resolved: string; coreModule: boolean }[] }[];
  summary: {
    violations: { from: string; to: string; rule: { name: string }; comment?: string }[];
  };
}

export interface Architecture {
  core: Record<string, readonly string[]>;
  areas: Record<string, readonly string[]>;
  outside: Record<string, { modules: readonly string[]; only: readonly string[] }>;
  packages: Record<string, readonly string[]>;
  page: readonly string[];
}

const TEST = /[.]test[.]ts$/;

/** Rows of the table, and places in its lists, that no import of the product needs. */
export function unusedArrows({ modules }: Cruise, architecture: Architecture): string[] {
  const imports = modules
    .filter(({ source }) => /^(?:src|web)\//.test(source) && !TEST.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    );
  const isUsed = (from: (path: string) => boolean, to: (path: string) => boolean) =>
    imports.some((each) => from(each.from) && to(each.to));
  const below = (folder: string) => (path: string) => path.startsWith(`src/${folder}/`);
  const rows = (['core', 'areas'] as const).flatMap((layer) =>
    Object.entries(architecture[layer]).flatMap(([module, may]) =>
      may
        .filter((other) => !isUsed(below(`${layer}/${module}`), below(`core/${other}`)))
        .map((other) => `${layer}/${module} may use ${other}`),
    ),
  );
  const places = Object.entries(architecture.outside).flatMap(([what, { modules: names, only }]) =>
    only
      .filter((place) => !isUsed(matching(place), (to) => names.includes(to.replace(/^node:/, ''))))
      .map((place) => `${place} may touch ${what}`),
  );
  const packages = Object.entries(architecture.packages).flatMap(([name, only]) =>
    only
      .filter((place) => !isUsed(matching(place), (to) => to.includes(`node_modules/${name}/`)))
      .map((place) => `${place} may use the package ${name}`),
  );
  const page = architecture.page
    .filter((place) => !isUsed((from) => from.startsWith('web/'), matching(place)))
    .map((place) => `web may take types of ${place}`);
  return [...rows, ...places, ...packages, ...page];
}

function matching(pattern: string): (path: string) => boolean {
  const expression = new RegExp(pattern);
  return (path) => expression.test(path);
}

/** All imports below `src` and `web` in a copy of the project, and which of them break a rule. */
export function cruise(root: string): Cruise {
  const program = join(import.meta.dirname, '../node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, 'src', 'web', '--config', '.dependency-cruiser.cjs', '-T', 'json'];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Cruise;
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..');
  const found = cruise(root);
  const broken = found.summary.violations.map(({ from, to, rule, comment = '' }) =>
    `${rule.name}: ${from} → ${to} ${comment}`.trim(),
  );
  const architecture = createRequire(import.meta.url)('../architecture.cjs') as Architecture;
  const unused = unusedArrows(found, architecture).map((arrow) => `unused in architecture.cjs: ${arrow}`);
  for (const line of [...broken, ...unused]) console.error(line);
  if (broken.length + unused.length > 0) process.exit(1);
  console.log(`no violations and no unused arrows in ${found.modules.length} files`);
}
