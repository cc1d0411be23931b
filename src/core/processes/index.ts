/**
 * Runs other programs: finds them, starts them (no shell, an absolute path, a fixed environment, a time limit), and notices
 * when one waits for a pipe. Does not know which programs there are.
 */
export { findProgram } from './find-program.ts';
export { type ProcessResult, runProcess } from './run-process.ts';
export { isEndless, MAX_SMALL_FILE_BYTES, unlessStalled } from './stall.ts';
