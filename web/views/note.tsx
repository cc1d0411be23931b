/** The note of a directory: what it says, and for each claim whether its code is as it was. */
import { useState } from 'preact/hooks';
import type { NoteView } from '../../src/app/page/items.ts';
import { problemOf, send, useData } from '../data.ts';
import { Markdown } from '../parts/markdown.tsx';
import { Answered, Command, State, Time, Trouble } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address } from '../router.ts';
import { ItemCrumbs, type ViewProps } from './view.tsx';

export function NotePage({ query, canEdit }: ViewProps) {
  const answer = useData<NoteView>('note', { id: query.id });
  return (
    <article class="item">
      <ItemCrumbs name="directory note" />
      <Answered of={answer}>{(note) => <Note of={note} canEdit={canEdit} again={answer.again} />}</Answered>
    </article>
  );
}

function Note({ of, canEdit, again }: { of: NoteView; canEdit: boolean; again: () => void }) {
  const { id, state, file, problem, note, now } = of;
  const updated = Date.parse(note?.fields.last_updated ?? '');
  return (
    <>
      <h1>{id === '.' ? 'The repository' : visible(id)}</h1>
      <p class="facts">
        <State of={state} />
        {Number.isNaN(updated) ? null : (
          <span class="dim">
            updated <Time at={updated} now={now} />
          </span>
        )}
        <span class="path dim">{visible(file)}</span>
        <a href={address('map', { path: id === '.' ? '' : id })}>On the map</a>
      </p>
      {problem === undefined ? null : (
        <Trouble message={visible(problem)} hint="This command says where: pilotbook contexts validate" />
      )}
      {state === 'stale' ? <Stale scope={id} canEdit={canEdit} again={again} /> : null}
      {note === undefined ? null : <Said note={note} />}
    </>
  );
}

function Said({ note: { fields, claims } }: { note: NonNullable<NoteView['note']> }) {
  const { summary, files = [], interfaces = [], todos = [], testing = [], environment = [] } = fields;
  return (
    <>
      <Markdown text={summary} level={2} />
      <section>
        <h2>
          Decisions and constraints <span class="count">{claims.length}</span>
        </h2>
        {claims.length === 0 ? <p class="dim">It makes none.</p> : null}
        <ul class="claims">
          {claims.map(({ kind, what, why, tradeoff, places }) => (
            <li key={`${kind} ${what}`}>
              <p>
                <strong>{visible(what)}</strong> <span class="dim">{kind}</span>
              </p>
              {why === undefined ? null : <p>{visible(why)}</p>}
              {tradeoff === undefined ? null : <p class="dim">Tradeoff: {visible(tradeoff)}</p>}
              {places.length === 0 ? (
                <p class="facts">
                  <State of="unchecked" />
                  <span class="dim">It cites no code.</span>
                </p>
              ) : (
                places.map(({ state, place, reason }) => (
                  <p key={place} class="facts">
                    <State of={state} />
                    <a class="path" href={placeAddress(place)}>
                      {visible(place)}
                    </a>
                    {state === 'fresh' ? null : <span class="dim">{visible(reason)}</span>}
                  </p>
                ))
              )}
            </li>
          ))}
        </ul>
      </section>
      <Pairs title="Files" pairs={files.map(({ name, purpose }) => [name, purpose])} />
      <Pairs title="Interfaces" pairs={interfaces.map(({ name, description }) => [name, description])} />
      <Lines title="Testing" lines={testing} />
      <Lines title="Environment" lines={environment} />
      <Lines title="To do" lines={todos} />
    </>
  );
}

function placeAddress(place: string): string {
  const [, path = place, line] = /^(.*?):(\d+)/.exec(place) ?? [];
  return address('file', { path, line });
}

function Pairs({ title, pairs }: { title: string; pairs: readonly (readonly [string, string])[] }) {
  if (pairs.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <dl class="pairs">
        {pairs.map(([name, text]) => (
          <div key={name}>
            <dt>{visible(name)}</dt>
            <dd>{visible(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{visible(line)}</li>
        ))}
      </ul>
    </section>
  );
}

function Stale({ scope, canEdit, again }: { scope: string; canEdit: boolean; again: () => void }) {
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | undefined>();
  const stamp = () => {
    send('stamp-note', { scope }).then(
      () => {
        setProblem(undefined);
        again();
      },
      (thrown: unknown) => setProblem(problemOf(thrown)),
    );
  };
  return (
    <>
      <div class="remark with-button">
        <span>The files of the directory changed since this was written. Does it still hold?</span>
        {canEdit ? (
          <button type="button" onClick={stamp}>
            It holds: stamp it
          </button>
        ) : (
          <Command text={`pilotbook contexts stamp ${scope}`} />
        )}
      </div>
      {problem === undefined ? null : <Trouble {...problem} />}
    </>
  );
}
