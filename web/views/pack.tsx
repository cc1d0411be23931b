/** A pack: its sections with the code as it is now, its diagrams drawn, what drifted and when it expires. */
import { useState } from 'preact/hooks';
import type { PackRef, PackView } from '../../src/app/page/items.ts';
import { problemOf, send, useData } from '../data.ts';
import { Code, placeText, visible } from '../parts/code.tsx';
import { Diagram } from '../parts/diagram.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { Answered, ago, State, Time, Trouble } from '../parts/state.tsx';
import { address } from '../router.ts';
import type { ViewProps } from './view.ts';

export function PackPage({ query, canEdit }: ViewProps) {
  const answer = useData<PackView>('pack', { id: query.id });
  return (
    <Answered of={answer}>{(pack) => <Pack of={pack} canEdit={canEdit} again={answer.again} />}</Answered>
  );
}

function Pack({ of, canEdit, again }: { of: PackView; canEdit: boolean; again: () => void }) {
  const { id, title, name, brief, status, revision, tags, state, time, expires, now, sections } = of;
  const drifted = sections
    .flatMap(({ refs }) => refs)
    .filter((ref) => ref.state === 'edited' || ref.state === 'lost').length;
  return (
    <article class="item">
      <p class="crumbs">
        <a href={address('knowledge')}>Knowledge</a> <span aria-hidden="true">/</span> {visible(name ?? id)}
      </p>
      <h1>{visible(title)}</h1>
      <p class="facts">
        <State of={state} />
        <span>
          {status}, revision {revision}
        </span>
        <span>
          changed <Time at={time} now={now} />
        </span>
        <span>
          {expires === null ? 'does not expire' : expires <= now ? 'expired' : `expires ${ago(expires, now)}`}
        </span>
        {tags.map((tag) => (
          <span key={tag} class="tag">
            {visible(tag)}
          </span>
        ))}
      </p>
      {drifted === 0 ? null : (
        <p class="remark">
          {drifted === 1 ? 'One place' : `${drifted} places`} drifted: the code is not what it was when the
          pack was made.
        </p>
      )}
      {canEdit && status === 'draft' ? <Refresh id={id} revision={revision} again={again} /> : null}
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
    </article>
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

function Refresh({ id, revision, again }: { id: string; revision: number; again: () => void }) {
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
    <div>
      <button type="button" onClick={refresh}>
        Refresh: take the code as it is now
      </button>
      {problem === undefined ? null : <Trouble {...problem} />}
    </div>
  );
}
