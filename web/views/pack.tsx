/** A pack: its sections with the code as it is now, its diagrams drawn, what drifted and when it expires. */
import { useState } from 'preact/hooks';
import type { PackRef, PackView } from '../../src/app/page/items.ts';
import { problemOf, send, useData } from '../data.ts';
import { Code, placeText } from '../parts/code.tsx';
import { Diagram } from '../parts/diagram.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { Answered, Command, State, Time, Trouble } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address } from '../router.ts';
import { ItemCrumbs, type ViewProps } from './view.tsx';

export function PackPage({ query, canEdit }: ViewProps) {
  const answer = useData<PackView>('pack', { id: query.id });
  return (
    <article class="item">
      <ItemCrumbs name={answer.value?.name ?? query.id ?? ''} />
      <Answered of={answer}>{(pack) => <Pack of={pack} canEdit={canEdit} again={answer.again} />}</Answered>
    </article>
  );
}

function Pack({ of, canEdit, again }: { of: PackView; canEdit: boolean; again: () => void }) {
  const { id, title, brief, status, revision, tags, state, time, expires, now, sections } = of;
  const drifted = sections
    .flatMap(({ refs }) => refs)
    .filter((ref) => ref.state === 'edited' || ref.state === 'lost').length;
  return (
    <>
      <h1>{visible(title)}</h1>
      <p class="facts">
        <State of={state} />
        <span>
          {status}, revision {revision}
        </span>
        <span class="dim">
          changed <Time at={time} now={now} />
        </span>
        <span class="dim">
          {expires === null ? (
            'does not expire'
          ) : (
            <>
              {expires <= now ? 'expired ' : 'expires '}
              <Time at={expires} now={now} />
            </>
          )}
        </span>
        {tags.map((tag) => (
          <span key={tag} class="tag">
            {visible(tag)}
          </span>
        ))}
      </p>
      {drifted === 0 ? null : (
        <Drifted
          count={drifted}
          id={id}
          revision={revision}
          status={status}
          canEdit={canEdit}
          again={again}
        />
      )}
      {brief === undefined ? null : <Markdown text={brief} level={2} />}
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{visible(section.title)}</h2>
          {section.description === undefined ? null : <Markdown text={section.description} level={3} />}
          {section.diagrams.map((diagram) => (
            <div key={diagram.title}>
              <h3>{visible(diagram.title)}</h3>
              {diagram.why === undefined ? null : <Markdown text={diagram.why} level={4} />}
              <Diagram title={visible(diagram.title)} text={diagram.mermaid} />
            </div>
          ))}
          {section.refs.map((ref) => (
            <Reference key={`${ref.was.path}:${ref.was.startLine}`} of={ref} />
          ))}
        </section>
      ))}
    </>
  );
}

function Reference({ of: { title, why, state, reason, was, now, lines } }: { of: PackRef }) {
  const before = placeText(was.path, was.startLine, was.endLine);
  const place = now ?? was;
  const after = placeText(place.path, place.startLine, place.endLine);
  return (
    <div class="place">
      <h3>{visible(title)}</h3>
      <p class="facts">
        <State of={state} />
        <a class="path" href={address('file', { path: place.path, line: place.startLine })}>
          {visible(after)}
        </a>
        {after === before ? null : <span class="dim">was {visible(before)}</span>}
        {state === 'fresh' ? null : <span class="dim">{visible(reason)}</span>}
      </p>
      {why === undefined ? null : <Markdown text={why} level={4} />}
      {lines.length === 0 ? (
        <p class="remark">The code cannot be shown: {visible(reason)}</p>
      ) : (
        <Code path={place.path} lines={lines} first={place.startLine} label={after} />
      )}
    </div>
  );
}

function Drifted({
  count,
  id,
  revision,
  status,
  canEdit,
  again,
}: {
  count: number;
  id: string;
  revision: number;
  status: string;
  canEdit: boolean;
  again: () => void;
}) {
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | undefined>();
  const refresh = () => {
    send('refresh-pack', { id, revision }).then(
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
        <span>
          {count === 1 ? 'One place' : `${count} places`} drifted: the code is not what it was when the pack
          was made.
        </span>
        {status !== 'draft' ? null : canEdit ? (
          <button type="button" onClick={refresh}>
            Take the code as it is now
          </button>
        ) : (
          <Command text={`pilotbook pack refresh ${id}`} />
        )}
      </div>
      {problem === undefined ? null : <Trouble {...problem} />}
    </>
  );
}
