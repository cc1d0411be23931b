/** What `doctor` and `check` say, with the command that fixes it. */
import type { CheckReport } from '../../src/app/check/report.ts';
import type { Diagnosis } from '../../src/app/doctor/diagnosis.ts';
import { isExport, useData } from '../data.ts';
import { Advice, Answered, Command, Empty, plural, State } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address } from '../router.ts';

interface Health {
  doctor: readonly (Pick<Diagnosis, 'name' | 'state' | 'finding' | 'fix'> & { repairable: boolean })[];
  check: CheckReport;
}

export function HealthPage() {
  const answer = useData<Health>('health');
  return (
    <>
      <div class="head">
        <h1>Health</h1>
        {isExport ? null : (
          <button type="button" onClick={answer.again}>
            Check again
          </button>
        )}
      </div>
      <Answered of={answer}>
        {({ doctor, check }) => (
          <div class="two-columns">
            <Check of={check} />
            {isExport ? null : <Doctor of={doctor} />}
          </div>
        )}
      </Answered>
    </>
  );
}

function Check({ of: { findings, counts, notes } }: { of: CheckReport }) {
  const hasFixable = findings.some(({ fixable }) => fixable);
  return (
    <section aria-label="What was written down">
      <h2>What was written down</h2>
      <p class="facts">
        <span class={counts.error > 0 ? 'bad' : 'dim'}>{plural(counts.error, 'error')}</span>
        <span class={counts.warning > 0 ? 'warn' : 'dim'}>{plural(counts.warning, 'warning')}</span>
        <span class="dim">{plural(counts.info, 'remark')}</span>
        {hasFixable ? <Command text="pilotbook check --fix" /> : null}
      </p>
      {notes.map((note) => (
        <p key={note} class="remark">
          {visible(note)}
        </p>
      ))}
      {findings.length > 0 ? null : notes.length === 0 ? (
        <Empty title="Everything that was written down still holds." />
      ) : (
        <Empty title="Nothing was found to be wrong.">
          What is checked begins with <Command text="pilotbook stash init" /> and{' '}
          <Command text="pilotbook stash add" />
        </Empty>
      )}
      <ul class="findings">
        {[...findings].sort(bySeverity).map(({ rule, severity, file, line, message, advice, fixable }) => (
          <li key={`${rule} ${file}:${line} ${message}`} tabIndex={-1} data-row>
            <p class="facts">
              <State of={severity === 'info' ? 'remark' : severity} />
              <a class="path" href={address('file', { path: file, line })}>
                {visible(`${file}:${line}`)}
              </a>
              <span class="dim">{rule}</span>
            </p>
            <p>{visible(message)}</p>
            <p class="dim">
              <Advice text={advice} />{' '}
              {fixable && !advice.includes('check --fix') ? <Command text="pilotbook check --fix" /> : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SEVERITIES = ['error', 'warning', 'info'];

function bySeverity(a: CheckReport['findings'][number], b: CheckReport['findings'][number]): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

function Doctor({ of }: { of: Health['doctor'] }) {
  const hasRepair = of.some(({ repairable }) => repairable);
  return (
    <section aria-label="This installation">
      <h2>This installation</h2>
      {hasRepair ? (
        <p class="facts">
          <Command text="pilotbook doctor --repair" />
        </p>
      ) : null}
      <ul class="findings compact">
        {of.map(({ name, state, finding, fix }) => (
          <li key={name}>
            <p class="facts">
              <State of={state} />
              <strong>{name}</strong>
              <span>
                <Advice text={finding} />
              </span>
            </p>
            {fix === undefined ? null : (
              <p class="dim">
                <Advice text={fix} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
