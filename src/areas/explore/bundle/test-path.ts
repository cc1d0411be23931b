/** Paths that hold tests, by the habits of the languages we know. */
const TEST_FOLDER = /(^|\/)(tests?|__tests__|specs?|testing|testdata|fixtures|e2e)\//i;
const TEST_NAME = /(^|\/)(test_[^/]*|[^/]*(_test|_spec|\.test|\.spec|Tests?|Spec)\.[a-z0-9]+|conftest\.py)$/;

export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path);
}
