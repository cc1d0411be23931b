/** A chart over time. What it shows is said in words too. */
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { plural } from './state.tsx';

const HEIGHT = 180;

export function Chart({
  title,
  times,
  values,
  unit,
  bars = false,
  log = false,
}: {
  title: string;
  /** Seconds since the epoch, ascending. */
  times: readonly number[];
  values: readonly number[];
  unit: string;
  bars?: boolean;
  log?: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let isGone = false;
    let end = () => {};
    // It reads the locale of the browser when it is loaded, and throws where that is none; then the words below must do.
    import('uplot').then(
      ({ default: Plot }) => {
        if (!isGone) end = draw(Plot, element, { times, values, bars, log });
      },
      () => {},
    );
    return () => {
      isGone = true;
      end();
    };
  }, [times, values, bars, log]);
  const most = Math.max(0, ...values);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div
        ref={frame}
        role="img"
        aria-label={`${title}: ${plural(values.length, 'point')}, at most ${Math.round(most)} ${unit}`}
      />
    </figure>
  );
}

const DAY_S = 86_400;

function scaleSpan({ scales }: uPlot): number {
  return (scales.x?.max ?? 0) - (scales.x?.min ?? 0);
}

/** In the time of the reader, as short as the span allows: `16:30`, `16:30:05`, `11-18`. */
export function timeText(seconds: number, span: number): string {
  const time = new Date(seconds * 1000);
  const two = (part: number) => String(part).padStart(2, '0');
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (span < 600) return `${clock}:${two(time.getSeconds())}`;
  return span < 2 * DAY_S ? clock : `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

interface Drawn {
  times: readonly number[];
  values: readonly number[];
  bars: boolean;
  log: boolean;
}

/** Returns how to remove it. */
function draw(Plot: typeof uPlot, element: HTMLElement, { times, values, bars, log }: Drawn): () => void {
  const colours = getComputedStyle(element);
  const [line = '', text = '', grid = ''] = ['--accent', '--dim', '--line'].map((name) =>
    colours.getPropertyValue(name).trim(),
  );
  const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
  const chart = new Plot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        // Half a bar more on each side, so that the first and the last are whole.
        x: { range: (_, from, to) => [from - (to - from) / 60, to + (to - from) / 60 || from + 1] },
        y: log ? { distr: 3, log: 10 } : { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
      },
      axes: [
        { ...axis, values: (chart, splits) => splits.map((at) => timeText(at, scaleSpan(chart))) },
        { ...axis, size: 56 },
      ],
      series: [
        {},
        {
          stroke: line,
          fill: line,
          width: 0,
          paths: (bars && Plot.paths.bars?.({ size: [0.8, 40] })) || (() => null),
          points: bars ? { show: false } : { show: true, size: 5, width: 0, fill: line },
        },
      ],
    },
    [[...times], values.map((value) => (log ? Math.max(0.1, value) : value))],
    element,
  );
  const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
  observer.observe(element);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}
