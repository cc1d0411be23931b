/**
 * Other programs: where they are, how they are run (no shell, an absolute program, a fixed environment, a time limit), and
 * how one that waits for a pipe is noticed. It does not know which programs there are.
 */
export { findProgram } from './find-program.ts';
export { type ProcessResult, runProcess } from './run-process.ts';
export { isEndless, MAX_SMALL_FILE_BYTES, unlessStalled } from './stall.ts';
