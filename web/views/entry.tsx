/** One entry: what it says, what it replaced and what replaced it, where it is cited, and its code then and now. */
import type { CodePlace, EntryView } from '../../src/app/page/items.ts';
import type { DiffLine } from '../../src/core/text/line-diff.ts';
import { useData } from '../data.ts';
import { Diff, placeText } from '../parts/code.tsx';
import { Markdown, withoutTitle } from '../parts/markdown.tsx';
import { Answered, plural, State, Time } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address } from '../router.ts';
import { ItemCrumbs, type ViewProps } from './view.tsx';

export function EntryPage({ query }: ViewProps) {
  const answer = useData<EntryView>('entry', { id: query.id });
  return (
    <article class="item">
      <ItemCrumbs name={query.id ?? ''} />
      <Answered of={answer}>{(entry) => <Entry of={entry} />}</Answered>
    </article>
  );
}

function Entry({ of }: { of: EntryView }) {
  const { id, title, type, module, file, state, author, time, now, markdown, chain, places } = of;
  const { unreadable, cited } = of;
  return (
    <>
      <h1>{visible(title)}</h1>
      <p class="facts">
        <State of={state} />
        <span>
          {visible(type)}
          {module === '' ? '' : ` in ${visible(module)}`}
        </span>
        <span class="dim">
          {author === undefined ? 'not committed' : `by ${visible(author)}`}
          {time === undefined ? null : ', '}
          {time === undefined ? null : <Time at={time} now={now} />}
        </span>
        <span class="path dim">{visible(file)}</span>
      </p>
      {chain.length < 2 ? null : <Chain of={chain} />}
      <Markdown text={withoutTitle(markdown, title)} level={2} />
      <section>
        <h2>The code it is about</h2>
        {places.length + unreadable === 0 ? (
          <p class="dim">It names no code. An entry that does is checked against it.</p>
        ) : null}
        {unreadable === 0 ? null : (
          <p class="remark">
            {plural(unreadable, 'anchor')} cannot be read, so where that code is now is unknown.
          </p>
        )}
        {places.map((place) => (
          <Place key={`${place.was.path}:${place.was.startLine}`} of={place} />
        ))}
      </section>
      <section>
        <h2>
          Cited in comments <span class="count">{cited.length}</span>
        </h2>
        {cited.length === 0 ? (
          <p class="dim">
            None does. Write <code>refer to context {visible(id)}</code> in a comment where it applies.
          </p>
        ) : null}
        <ul class="plain-list">
          {cited.map(({ path, line }) => (
            <li key={`${path}:${line}`}>
              <a class="path" href={address('file', { path, line })}>
                {visible(`${path}:${line}`)}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Chain({ of }: { of: EntryView['chain'] }) {
  return (
    <nav class="chain" aria-label="What replaced what">
      <ol>
        {of.map(({ id, title, isThis }) => (
          <li key={id}>
            {isThis ? (
              <span aria-current="true">
                {visible(id)} {visible(title)}
              </span>
            ) : (
              <a href={address('entry', { id })}>
                {visible(id)} {visible(title)}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Place({ of }: { of: CodePlace }) {
  const { state, reason, was, now, lines, thenUnknown } = of;
  const before = placeText(was.path, was.startLine, was.endLine);
  const after = now === undefined ? undefined : placeText(now.path, now.startLine, now.endLine);
  return (
    <div class="place">
      <p class="facts">
        <State of={state} />
        {now === undefined ? (
          <span class="path">{visible(before)}</span>
        ) : (
          <a class="path" href={address('file', { path: now.path, line: now.startLine })}>
            {visible(after ?? '')}
          </a>
        )}
        {after === undefined || after === before ? null : <span class="dim">was {visible(before)}</span>}
        {reason === '' || state === 'fresh' ? null : <span class="dim">{visible(reason)}</span>}
      </p>
      {lines === undefined ? null : state === 'edited' && !thenUnknown ? (
        <div class="then-now">
          <figure>
            <figcaption>Then</figcaption>
            <Diff path={was.path} side="before" lines={side(lines, 'before')} label={`${was.path} then`} />
          </figure>
          <figure>
            <figcaption>Now</figcaption>
            <Diff
              path={was.path}
              side="after"
              lines={side(lines, 'after')}
              label={`${now?.path ?? was.path} now`}
            />
          </figure>
        </div>
      ) : (
        <>
          {thenUnknown ? (
            <p class="remark">The code as it was is in no commit that could be looked at.</p>
          ) : state === 'lost' ? (
            <p class="remark">The code as it was:</p>
          ) : null}
          <Diff
            path={now?.path ?? was.path}
            lines={thenUnknown ? lines.map((line) => ({ ...line, kind: 'same' as const })) : lines}
            label={before}
          />
        </>
      )}
    </div>
  );
}

function side(lines: readonly DiffLine[], name: 'before' | 'after'): DiffLine[] {
  return lines.filter((line) => line[name] !== undefined);
}
