/**
 * What kind of file a path is, by the customs of languages and tools: test, example, vendored, generated, prose, data,
 * declarations only. Pure; the only classifier there is, so that no two tools disagree about a file.
 */
export {
  isData,
  isExample,
  isGenerated,
  isMachineMade,
  isProse,
  isTypeStub,
  isVendored,
} from './kinds.ts';
export { isTest, isTestDirectory, isTestFile, mayBeTest } from './tests.ts';
