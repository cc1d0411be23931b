import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ProgressReport, ThrottledProgress } from './tools.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function collected(): { progress: ThrottledProgress; sent: ProgressReport[] } {
  const sent: ProgressReport[] = [];
  return { progress: new ThrottledProgress((report) => sent.push(report)), sent };
}

describe('ThrottledProgress', () => {
  it('sends the first report at once and the newest of the others each tenth of a second', () => {
    const { progress, sent } = collected();
    for (let done = 1; done <= 5; done++) progress.report(done, undefined, `step ${done}`);
    expect(sent).toEqual([{ progress: 1, message: 'step 1' }]);
    vi.advanceTimersByTime(99);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sent.slice(1)).toEqual([{ progress: 5, message: 'step 5' }]);
    progress.report(6, 10, 'step 6');
    expect(sent).toHaveLength(2);
    vi.advanceTimersByTime(100);
    expect(sent[2]).toEqual({ progress: 6, total: 10, message: 'step 6' });
    vi.advanceTimersByTime(1000);
    progress.report(7, 10, 'step 7');
    expect(sent).toHaveLength(4);
  });

  it('never goes back', () => {
    const { progress, sent } = collected();
    progress.report(5, 10, 'five');
    vi.advanceTimersByTime(1000);
    progress.report(5, 10, 'five again');
    progress.report(4, 10, 'four');
    progress.report(Number.NaN, 10, 'nothing');
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(1);
  });

  it('says nothing after the answer', () => {
    const { progress, sent } = collected();
    progress.report(1, 10, 'one');
    progress.report(2, 10, 'two');
    progress.stop();
    progress.report(3, 10, 'three');
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(1);
  });
});
