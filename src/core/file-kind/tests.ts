/**
 * Which paths hold tests. Two answers: `isTest` is sure, and ranking weighs down what it names; `mayBeTest` takes in what is
 * a test in most repositories and product code in some, such as a `testing` package or `StoreTest.ts`.
 */

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

/** Surely a test, or what tests need. */
export function isTest(path: string): boolean {
  return TEST_PATH.test(path) || TEST_NAME.test(path);
}

/** Also what is a test most of the time. */
export function mayBeTest(path: string): boolean {
  return isTest(path) || isTestFile(path) || isTestDirectory(parentOf(path));
}

/** By its own name, wherever it lies. */
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
