/** What agents did here: calls over time and how long they took, tokens by tool, files read most; live while the page is open. */
import { useEffect, useState } from 'preact/hooks';
import type { ActivityView, CallLine } from '../../src/app/page/activity.ts';
import { isExport, useData } from '../data.ts';
import { Chart } from '../parts/chart.tsx';
import { Answered, Command, Empty, plural, State, Time } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address } from '../router.ts';

/** A token is about four bytes of code and English. */
const BYTES_A_TOKEN = 4;
const RECENT = 30;

export function ActivityPage() {
  const answer = useData<ActivityView>('activity');
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (isExport) return undefined;
    const events = new EventSource('/api/events');
    events.addEventListener('open', () => setLive(true));
    events.addEventListener('error', () => setLive(false));
    events.addEventListener('calls', answer.again);
    return () => events.close();
  }, [answer.again]);
  return (
    <>
      <div class="head">
        <h1>Activity</h1>
        {isExport ? null : (
          <span class={`live ${isLive ? 'on' : ''}`} role="status">
            {isLive ? 'Live' : 'Not connected'}
          </span>
        )}
      </div>
      <Answered of={answer}>{(view) => <Activity of={view} />}</Answered>
    </>
  );
}

function Activity({ of }: { of: ActivityView }) {
  const { tools, calls, items, now, left_out } = of;
  if (tools.length === 0)
    return (
      <Empty title="No agent has called a tool here yet.">
        Set up a client with <Command text="pilotbook init" /> and its calls appear here as they are made.
      </Empty>
    );
  const tokens = (bytes: number) => Math.round(bytes / BYTES_A_TOKEN);
  const total = (of: (row: ActivityView['tools'][number]) => number) =>
    tools.reduce((sum, row) => sum + of(row), 0);
  const mostTokens = Math.max(1, ...tools.map(({ bytes }) => tokens(bytes)));
  return (
    <>
      <dl class="figures">
        <Figure title="calls" value={total(({ calls }) => calls)} />
        <Figure title="errors" value={total(({ errors }) => errors)} />
        <Figure title="empty answers" value={total(({ empty }) => empty)} />
        <Figure title="tokens sent" value={tokens(total(({ bytes }) => bytes))} />
        <Figure title="tokens not sent again" value={tokens(total(({ saved_bytes }) => saved_bytes))} />
      </dl>
      <div class="charts">
        <Chart title="Calls over time" times={times(calls)} values={counts(calls)} unit="calls" bars />
        <Chart
          title="How long they took"
          times={calls.map(({ time }) => time / 1000)}
          values={calls.map(({ ms }) => ms)}
          unit="ms"
          log
        />
      </div>
      {left_out === 0 ? null : <p class="remark">Charts show the newest {plural(calls.length, 'call')}.</p>}
      <div class="two-columns">
        <section>
          <h2>By tool</h2>
          <div class="code-frame" tabIndex={0} role="region" aria-label="Calls by tool">
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">Tool</th>
                  <th scope="col" class="right">
                    Calls
                  </th>
                  <th scope="col" class="right">
                    Errors
                  </th>
                  <th scope="col" class="right">
                    Empty
                  </th>
                  <th scope="col" class="right">
                    p50 ms
                  </th>
                  <th scope="col" class="right">
                    p95 ms
                  </th>
                  <th scope="col" class="right">
                    Tokens
                  </th>
                </tr>
              </thead>
              <tbody>
                {[...tools]
                  .sort((a, b) => b.bytes - a.bytes)
                  .map((row) => (
                    <tr key={row.tool}>
                      <th scope="row">{visible(row.tool)}</th>
                      <td class="right">{row.calls}</td>
                      <td class={`right ${row.errors > 0 ? 'bad' : ''}`}>{row.errors}</td>
                      <td class="right">{row.empty}</td>
                      <td class="right">{row.p50_ms.toFixed(1)}</td>
                      <td class="right">{row.p95_ms.toFixed(1)}</td>
                      <td class="right bar-cell">
                        <span
                          class="bar-under"
                          style={{ width: `${(100 * tokens(row.bytes)) / mostTokens}%` }}
                        />
                        <span>{tokens(row.bytes).toLocaleString('en')}</span>
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </section>
        <section>
          <h2>Files read most</h2>
          {items.length === 0 ? <p class="dim">No file was read by read_file yet.</p> : null}
          <ul class="plain-list">
            {items.slice(0, 20).map(({ path, reads, lastMs }) => (
              <li key={path} class="spread">
                <a class="path" href={address('file', { path })}>
                  {visible(path)}
                </a>
                <span class="dim">
                  {reads === 1 ? 'once' : `${reads} times`}, <Time at={lastMs} now={now} />
                </span>
              </li>
            ))}
          </ul>
          <h2 class="next">Newest calls</h2>
          <ul class="plain-list">
            {[...calls]
              .reverse()
              .slice(0, RECENT)
              .map((call, at) => (
                <Call key={`${call.time} ${call.tool} ${at}`} of={call} now={now} />
              ))}
          </ul>
        </section>
      </div>
    </>
  );
}

function Figure({ title, value }: { title: string; value: number }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value.toLocaleString('en')}</dd>
    </div>
  );
}

function Call({ of: { tool, ms, ok, error, empty, time }, now }: { of: CallLine; now: number }) {
  return (
    <li class="spread">
      <span>
        {visible(tool)} {ok ? empty === true ? <span class="tag">empty</span> : null : <State of="error" />}
        {error === undefined ? null : <span class="dim"> {visible(error)}</span>}
      </span>
      <span class="dim">
        {ms.toFixed(0)} ms, <Time at={time} now={now} />
      </span>
    </li>
  );
}

const BUCKETS = 60;
const HOUR_MS = 3_600_000;

/** At least the hour before the last call, so that a few calls in a minute are not all of the time there is. */
function spanOf(calls: readonly CallLine[]): [from: number, step: number] {
  const to = calls.at(-1)?.time ?? 0;
  const from = Math.min(calls[0]?.time ?? 0, to - HOUR_MS);
  return [from, (to - from) / (BUCKETS - 1)];
}

/** In seconds, as the chart wants them. */
function times(calls: readonly CallLine[]): number[] {
  const [from, step] = spanOf(calls);
  return counts(calls).map((_, at) => (from + at * step) / 1000);
}

function counts(calls: readonly CallLine[]): number[] {
  const [from, step] = spanOf(calls);
  const found = new Array<number>(BUCKETS).fill(0);
  for (const { time } of calls) {
    const at = Math.min(BUCKETS - 1, Math.floor((time - from) / step));
    found[at] = (found[at] ?? 0) + 1;
  }
  return found;
}
