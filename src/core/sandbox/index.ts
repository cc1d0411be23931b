/**
 * The sandbox turns a string from outside into a file inside the root, or a refusal with a fixed sentence: paths, globs,
 * the deny list, the boundary that follows links, and reading. It never writes.
 */
export { type Boundary, type BoundaryOptions, createBoundary } from './boundary.ts';
export { ALLOWED_NAME, DENIED_NAMES, DENIED_PLACES } from './deny-list.ts';
export { expandBraces, matchGlob, matchGlobTree, type PathTest } from './glob.ts';
export { compilePath, lastSegment, parseSegments } from './glob-pattern.ts';
export { lstatOrUndefined } from './host-names.ts';
export { NOISE_DIRECTORIES } from './noise.ts';
export { fileStat } from './open-file.ts';
export {
  decodeText,
  type FileBytes,
  type FileFacts,
  type FileReader,
  type FileText,
  fileFacts,
  openReader,
  readFileBytes,
  readFileText,
} from './read-file.ts';
export { isRefusal, type Refusal, type RefusalCode, refusalError } from './refusal.ts';
export { listedPath, printedName, type RepoPath } from './repo-path.ts';
