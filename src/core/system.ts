/** Which system this is. Below main.ts nothing else asks `process` for the platform. */
export const IS_WINDOWS = process.platform === 'win32';
export const IS_LINUX = process.platform === 'linux';
/** Whether the usual file systems here take `A` and `a` for one name. */
export const FOLDS_CASE = IS_WINDOWS || process.platform === 'darwin';
