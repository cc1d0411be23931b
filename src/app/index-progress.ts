/** How far indexing is, in words: files, speed and time left. For the terminal and for clients that ask for progress. */
import type { Clock } from '../core/clock.ts';
import type { RefreshProgress } from '../core/index/index.ts';
import type { CallContext } from '../core/tool.ts';

export type ReportProgress = CallContext['progress'];

/** Before that, the speed is that of starting up. */
const LEAST_MS = 500;
const MEGABYTE = 1_000_000;

export function progressIn(
  { elapsed }: Pick<Clock, 'elapsed'>,
  report: ReportProgress,
): (far: RefreshProgress) => void {
  let begun: number | undefined;
  return (far) => {
    begun ??= elapsed();
    report(far.done, far.total, progressText(far, elapsed() - begun));
  };
}

/** `Indexing 1,200 of 30,000 files, 12 MB/s, 20 s left` */
export function progressText(far: RefreshProgress, sinceMs: number): string {
  const { done, total, doneBytes, totalBytes } = far;
  const files = `${count(done)} of ${count(total)} files`;
  if (far.byOther === true) return `Another process is indexing: ${files}`;
  if (done === 0 || doneBytes === 0 || sinceMs < LEAST_MS) return `Indexing ${files}`;
  const aSecond = (doneBytes / sinceMs) * 1_000;
  const left = Math.ceil((totalBytes - doneBytes) / aSecond);
  return `Indexing ${files}, ${speed(aSecond)} MB/s, ${duration(left)} left`;
}

function speed(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return megabytes < 10 ? megabytes.toFixed(1) : String(Math.round(megabytes));
}

function duration(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function count(files: number): string {
  return files.toLocaleString('en-US');
}
