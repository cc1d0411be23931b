// Rules made from architecture.cjs; tests/architecture.test.ts plants a violation of each and sees it caught.
const architecture = require('./architecture.cjs');

const TEST = '[.]test[.]ts$';
const alternatives = (names) => `(${names.join('|')})`;
const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

const rules = [
  forbid('no-cycles', {}, { circular: true }, 'Put the shared type into a leaf file.'),
  forbid(
    'core-looks-at-core',
    { path: '^src/core/', pathNot: TEST },
    { path: '^src/', pathNot: '^src/core/' },
    'Move the code up, or pass it in.',
  ),
  forbid(
    'areas-look-down',
    { path: '^src/areas/', pathNot: TEST },
    { path: '^src/(adapters|config|app|hub|knowledge)/|^src/main[.]ts$' },
    'An area does not know who calls it.',
  ),
  forbid(
    'knowledge-looks-down',
    { path: '^src/knowledge/', pathNot: TEST },
    {
      path: '^src/',
      pathNot: [
        '^src/knowledge/',
        `^src/areas/${alternatives(architecture.knowledge.areas)}/index[.]ts$`,
        `^src/core/${alternatives(architecture.knowledge.core)}/index[.]ts$`,
        '^src/core/[^/]+[.]ts$',
      ],
    },
    `knowledge may use: ${[...architecture.knowledge.areas, ...architecture.knowledge.core].join(', ')}`,
  ),
  forbid(
    'knowledge-entry',
    { path: '^src/', pathNot: ['^src/knowledge/', TEST] },
    { path: '^src/knowledge/', pathNot: '^src/knowledge/index[.]ts$' },
    'Enter knowledge by its index.ts.',
  ),
  forbid(
    'features-are-neighbours',
    { path: '^src/app/(check|brief|doctor)/', pathNot: TEST },
    { path: '^src/app/(check|brief|doctor)/', pathNot: '^src/app/$1/' },
    'What check, brief and doctor share belongs in knowledge or in an area.',
  ),
  forbid(
    'areas-are-neighbours',
    { path: '^src/areas/([^/]+)/' },
    { path: '^src/areas/', pathNot: '^src/areas/$1/' },
    'If two areas need it, it belongs in core.',
  ),
  forbid(
    'config-stands-alone',
    { path: '^src/config/', pathNot: TEST },
    { path: '^src/', pathNot: ['^src/config/', '^src/core/errors[.]ts$', '^src/core/text/index[.]ts$'] },
    'Configuration is read before anything is built.',
  ),
  forbid(
    'adapters-see-the-app',
    { path: '^src/adapters/((?!http/)[^/]+)/', pathNot: TEST },
    {
      path: '^src/',
      pathNot: [
        '^src/adapters/$1/',
        '^src/app/(index|command-line)[.]ts$',
        '^src/hub/index[.]ts$',
        '^src/config/index[.]ts$',
        '^src/core/(tool|answer|errors|logger|package-files)[.]ts$',
        '^src/core/text/index[.]ts$',
      ],
    },
    'An adapter talks to the app and the hub only.',
  ),
  forbid(
    'http-sees-the-hub',
    { path: '^src/adapters/http/', pathNot: TEST },
    {
      path: '^src/',
      pathNot: [
        '^src/adapters/http/',
        '^src/adapters/mcp/index[.]ts$',
        '^src/(app|hub)/index[.]ts$',
        '^src/core/(tool|errors|logger)[.]ts$',
      ],
    },
    'HTTP carries the messages of adapters/mcp, for a hub.',
  ),
  forbid(
    'hub-looks-down',
    { path: '^src/hub/', pathNot: TEST },
    {
      path: '^src/',
      pathNot: [
        '^src/hub/',
        '^src/(app|config)/index[.]ts$',
        `^src/core/${alternatives(architecture.hub)}/(index|for-hub)[.]ts$`,
        '^src/core/[^/]+[.]ts$',
      ],
    },
    `hub may use the app and: ${architecture.hub.join(', ')}`,
  ),
  forbid(
    'app-is-below-adapters',
    { path: '^src/app/', pathNot: TEST },
    { path: '^src/(adapters/|hub/|main[.]ts$)' },
    'The app does not know who calls it.',
  ),
  forbid(
    'core-module-entry',
    { path: '^src/(?!core/|hub/)', pathNot: TEST },
    { path: '^src/core/[^/]+/', pathNot: '^src/core/[^/]+/index[.]ts$' },
    'Enter a core module by its index.ts.',
  ),
  forbid(
    'core-module-entry-inside',
    { path: '^src/core/([^/]+)/', pathNot: TEST },
    { path: '^src/core/[^/]+/', pathNot: ['^src/core/$1/', '^src/core/[^/]+/(index|for-hub)[.]ts$'] },
    'Enter a core module by its index.ts.',
  ),
  forbid(
    'area-door',
    { path: '^src/', pathNot: ['^src/areas/', TEST] },
    { path: '^src/areas/[^/]+/', pathNot: '^src/areas/[^/]+/index[.]ts$' },
    'Enter an area by its index.ts.',
  ),
  forbid(
    'no-test-in-product',
    { path: '^src/', pathNot: TEST },
    { path: [TEST, '^tests/'] },
    'Product code does not know its tests.',
  ),
  forbid(
    'no-orphans',
    { orphan: true, path: '^src/', pathNot: ['[.]d[.]ts$', TEST] },
    {},
    'Nobody uses it: delete it.',
  ),
  forbid(
    'declared-packages-only',
    { path: '^src/', pathNot: TEST },
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'],
      dependencyTypesNot: ['type-only'],
      pathNot: `node_modules/${alternatives(Object.keys(architecture.packages).map(escaped))}/`,
    },
    'A bundled package has a row in architecture.cjs.',
  ),
  forbid(
    'page-takes-values',
    { path: '^web/' },
    { path: '^(src|tests|scripts|bench)/', pathNot: architecture.page },
    'The page knows the values of app/page only; a new one has a row in architecture.cjs.',
  ),
  forbid(
    'page-takes-types',
    { path: '^web/' },
    { path: '^src/', dependencyTypesNot: ['type-only'] },
    'The page runs in a browser: import a type.',
  ),
  forbid('page-is-outside', { path: '^src/' }, { path: '^web/' }, 'The program does not know the page.'),
  forbid('resolvable', { path: '^(src|web)/' }, { couldNotResolve: true }, 'The import leads nowhere.'),
];
for (const [module, may] of Object.entries(architecture.core)) {
  const not = Object.keys(architecture.core).filter((other) => other !== module && !may.includes(other));
  if (not.length)
    rules.push(
      forbid(
        `module-${module}`,
        { path: `^src/core/${module}/`, pathNot: TEST },
        { path: `^src/core/${alternatives(not)}/` },
        `core/${module} may use: ${may.join(', ') || 'no other module'}`,
      ),
    );
}
for (const [area, may] of Object.entries(architecture.areas)) {
  const not = Object.keys(architecture.core).filter((module) => !may.includes(module));
  if (not.length)
    rules.push(
      forbid(
        `area-${area}`,
        { path: `^src/areas/${area}/`, pathNot: TEST },
        { path: `^src/core/${alternatives(not)}/` },
        `areas/${area} may use: ${may.join(', ')}`,
      ),
    );
}
for (const [what, { modules, only }] of Object.entries(architecture.outside))
  rules.push(
    forbid(
      `outside-${what}`,
      { path: '^src/', pathNot: [...only, TEST] },
      { dependencyTypes: ['core'], path: `^(node:)?${alternatives(modules)}$` },
      `Only named modules touch ${what}.`,
    ),
  );
for (const [pkg, only] of Object.entries(architecture.packages))
  rules.push(
    forbid(
      `package-${pkg.replace(/[^a-z]/g, '-')}`,
      { path: '^src/', pathNot: [...only, TEST] },
      { path: `node_modules/${escaped(pkg)}/` },
      `${pkg} belongs to ${only.join(', ') || 'nobody'}`,
    ),
  );

module.exports = {
  forbidden: rules,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
