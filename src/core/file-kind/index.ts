/**
 * What kind of file a path is, by the customs of languages and tools: test, example, vendored, generated, prose, data,
 * declarations only. Pure. The only classifier there is, so that no two tools disagree about a file.
 */

// Tests. `isTest` is certain, and ranking puts such files lower. `mayBeTest` adds what is a test in most repositories and
// product code in some, such as a `testing` package or `StoreTest.ts`.

/** Names of directories that hold tests, and of those that hold what tests need. */
const DIRECTORIES =
  'tests?|__tests__|specs?|e2e|unittests?|integration-?tests?|test[-_]\\w+|\\w+[-_]tests?|jvmTest|commonTest|androidTest';
const DATA_DIRECTORIES = '__mocks__|mocks|testdata|test-data|fixtures|__fixtures__';
const TEST_PATH = new RegExp(`(?:^|/)(?:${DIRECTORIES}|${DATA_DIRECTORIES})/`, 'i');
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*(?:[._-](?:test|tests|spec|specs|bench|e2e)\.[^/]+|_unittest\.[^/]+)|[^/]*[a-z0-9](?:Test|Tests|Spec|Suite|TestCase|IT)\.(?:java|kt|kts|scala|cs|swift|php|groovy|hs|dart))$/;

const LIKELY_DIRECTORY = new RegExp(
  `^(?:${DIRECTORIES}|testing|unit_tests?|integration_tests?|test[-_].*|.*[-_]tests?)$`,
  'i',
);
const LIKELY_NAME =
  /^(?:tests?|conftest|testutil|test_helper|spec_helper)\.|(?:^|[._-])(?:tests?|spec|e2e|cy|bench)\.[^.]+(?:\.[^.]+)?$|_benchmark\.[^.]+$|(?:Tests?|TestCase|IT|Spec)\.[a-z0-9]+$/;

/** Certainly a test, or something that tests need. */
export function isTest(path: string): boolean {
  return TEST_PATH.test(path) || TEST_NAME.test(path);
}

/** Also what usually is a test. */
export function mayBeTest(path: string): boolean {
  return isTest(path) || isTestFile(path) || isTestDirectory(parentOf(path));
}

/** By its own name, in any directory. */
export function isTestFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return TEST_NAME.test(name) || LIKELY_NAME.test(name);
}

/** A directory of tests, or one below it; not one of test data. */
export function isTestDirectory(directory: string): boolean {
  return directory.split('/').some((name) => LIKELY_DIRECTORY.test(name) || name.endsWith('Tests'));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

// All other kinds.

const EXAMPLES =
  /(?:^|\/)_?(?:examples?|demos?|samples?|tutorials?|docs_src|playgrounds?|sandbox|benchmarks?|bench|benches|quickstarts?|cookbook|recipes)\//i;
const VENDORED =
  /(?:^|\/)(?:vendor|vendored|_vendor|third[-_]?party|3rdparty|node_modules|bower_components|external|externals|deps|Pods|Carthage)\/|\.min\.(?:[cm]?js|css)$/i;
const GENERATED =
  /(?:^|\/)(?:dist|generated|__generated__|priv\/static)\/|\.(?:klib\.)?api$|\.(?:pb|gen|generated|g|designer)\.\w+$|_pb2(?:_grpc)?\.py$|_generated\.\w+$|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|[^/]*\.lock|[^/]*\.snap|[^/]*\.map|go\.sum)$/i;
const PROSE =
  /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|tex|pod|rdoc|textile|[1-8])$|(?:^|\/)(?:changelog|changes|readme|license|licence|copying|authors|contributing|notice|news|history)$/i;
const DATA =
  /\.(?:json|jsonc|json5|ya?ml|toml|xml|csv|tsv|ini|cfg|conf|properties|lock|svg|html?|css|scss|less|po|pot|plist|resx|editorconfig|gitignore|gitattributes)$/i;
const TYPE_STUB = /\.(?:d\.[cm]?ts|pyi)$/;

/** Characters. Tools that write source say so in the first lines; further down the word is only part of the text. */
const HEAD = 800;
const GENERATED_MARK =
  /(?:^|\n)\W{0,6}@generated\b|\bcode generated (?:by|from)\b|\bgenerated (?:by|from|using|with|file|code)\b.{0,160}\bdo not (?:edit|modify|change)\b|\bdo not (?:edit|modify|change)\b.{0,160}\bgenerated\b/is;

/** Written by a tool for itself; nobody reads them. `lock.ts` is not one: lock files hold data. */
const MACHINE_NAME =
  /(?:^|[.-])lock(?:file)?(?:\.(?:json|ya?ml|toml|hcl|txt))?$|^go\.sum$|\.min\.(?:js|css)$|\.map$|\.snap$|\.pb\.(?:go|cc|h)$|_pb2(?:_grpc)?\.pyi?$|\.generated\.|\.designer\.cs$|\.g\.(?:cs|dart)$/i;

export function isExample(path: string): boolean {
  return EXAMPLES.test(path);
}

export function isVendored(path: string): boolean {
  return VENDORED.test(path);
}

/** By its path, or by the mark that tools put into the first lines. */
export function isGenerated(path: string, text: string): boolean {
  if (GENERATED.test(path)) return true;
  const head = text.slice(0, HEAD);
  // A cheap test that nearly all files fail.
  return /generated/i.test(head) && GENERATED_MARK.test(head);
}

export function isMachineMade(name: string): boolean {
  return MACHINE_NAME.test(name);
}

export function isProse(path: string): boolean {
  return PROSE.test(path);
}

export function isData(path: string): boolean {
  return DATA.test(path);
}

/** Declarations without code. */
export function isTypeStub(path: string): boolean {
  return TYPE_STUB.test(path);
}

/** What a reader looks for first has the lowest number: source, then tests, then prose and data, then what tools wrote or others own. */
export function readingRank(path: string): number {
  if (isGenerated(path, '') || isVendored(path)) return 3;
  if (isTest(path)) return 1;
  return isProse(path) || isData(path) ? 2 : 0;
}
