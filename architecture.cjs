// The architecture, as one table. The checker (.dependency-cruiser.cjs) and the drawing in ARCHITECTURE.md
// are both made from it. A module may import: itself, the leaf files of core (errors, clock, logger, tool, answer, knowledge-note,
// package-files, system, word-statistics), and the modules named here. What is allowed and not used fails the check (scripts/architecture.ts).
module.exports = {
  core: {
    text: [],
    'file-kind': [],
    threads: [],
    store: ['text'],
    embed: [],
    sandbox: [],
    processes: ['sandbox'],
    watch: ['sandbox'],
    git: ['sandbox', 'processes', 'text'],
    workspace: ['sandbox', 'processes', 'git', 'watch', 'text'],
    grep: ['workspace', 'sandbox', 'processes', 'git', 'watch', 'text'],
    languages: ['threads', 'text'],
    facts: ['languages', 'text'],
    parsing: ['languages', 'facts', 'threads', 'text'],
    imports: ['languages', 'text'],
    anchors: ['text'],
    places: ['workspace', 'anchors', 'text'],
    symbols: ['workspace', 'parsing', 'facts', 'imports', 'file-kind', 'store', 'text'],
    passages: ['symbols', 'facts', 'file-kind', 'text'],
    index: ['workspace', 'watch', 'grep', 'threads', 'file-kind', 'text', 'store', 'embed'],
  },
  areas: {
    explore: ['workspace', 'file-kind', 'languages', 'symbols', 'passages', 'anchors', 'store', 'text'],
    stash: ['workspace', 'index', 'anchors', 'places', 'store', 'text'],
    packs: ['workspace', 'anchors', 'places', 'store', 'text'],
    contexts: ['workspace', 'file-kind', 'languages', 'parsing', 'anchors', 'places', 'store', 'text'],
    recall: [
      'workspace',
      'index',
      'file-kind',
      'languages',
      'parsing',
      'imports',
      'symbols',
      'passages',
      'store',
      'embed',
      'text',
    ],
  },
  // What is written about the code, read across areas: between the areas and the app.
  knowledge: {
    areas: ['stash', 'packs', 'contexts', 'recall'],
    core: ['workspace', 'anchors', 'places', 'text'],
  },
  // Many repositories for a team: between the app and the adapters. It builds on core, too, since it owns copies of repositories.
  hub: ['git', 'index', 'store', 'text', 'workspace'],
  adapters: ['mcp', 'cli', 'web', 'http'],
  // Who may touch what lies outside the process.
  outside: {
    disk: {
      modules: ['fs', 'fs/promises'],
      only: [
        '^src/core/(sandbox|processes|watch|git|grep|workspace)/',
        '^src/core/store/',
        '^src/core/package-files[.]ts$',
        '^src/core/threads/',
        '^src/core/embed/',
        '^src/core/languages/',
        '^src/core/index/kernel/module[.]ts$',
        '^src/config/',
        '^src/adapters/cli/editor[.]ts$',
        '^src/adapters/web/(assets|export)[.]ts$',
      ],
    },
    processes: {
      modules: ['child_process'],
      only: ['^src/core/processes/', '^src/adapters/cli/(editor|browser)[.]ts$'],
    },
    threads: {
      modules: ['worker_threads'],
      only: ['^src/core/threads/'],
    },
    // The page listens on the loopback address, a hub where it is asked to; core/embed/openai.ts asks by fetch.
    network: {
      modules: ['net', 'http', 'https', 'http2', 'dgram', 'tls'],
      only: ['^src/adapters/web/', '^src/adapters/http/'],
    },
  },
  // Bundled into dist/ at build time (so they are devDependencies), each with the modules that may import it.
  packages: {
    '@modelcontextprotocol/server': ['^src/adapters/mcp/'],
    pg: ['^src/core/store/'],
    jose: ['^src/hub/'],
    'web-tree-sitter': ['^src/core/languages/'],
    zod: ['^src/core/tool[.]ts$', '^src/areas/', '^src/hub/'],
    picocolors: ['^src/adapters/cli/'],
    'smol-toml': ['^src/core/text/'],
    'jsonc-parser': ['^src/core/text/'],
    tokenx: ['^src/core/text/'],
    yaml: ['^src/core/text/', '^src/areas/'],
    // core/store loads it by name, where Node has no SQLite of its own.
    '@photostructure/sqlite': [],
    '@vscode/ripgrep': ['^src/core/grep/'],
  },
  // The page (web/) runs in a browser: it takes types of the values it is sent from these, and nothing else of src/.
  page: [
    '^src/app/page/activity[.]ts$',
    '^src/app/page/bundle[.]ts$',
    '^src/app/page/change[.]ts$',
    '^src/app/page/index[.]ts$',
    '^src/app/page/items[.]ts$',
    '^src/app/page/knowledge[.]ts$',
    '^src/app/page/map[.]ts$',
    '^src/app/page/marks[.]ts$',
    '^src/app/page/search[.]ts$',
    '^src/app/check/report[.]ts$',
    '^src/app/doctor/diagnosis[.]ts$',
    '^src/core/text/line-diff[.]ts$',
  ],
};
