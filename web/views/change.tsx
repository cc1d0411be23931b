/** A change: its lines, what governs them beside them, what is at risk, who uses it and which tests to run. */
import { useState } from 'preact/hooks';
import type { ChangedFile, ChangeView } from '../../src/app/page/change.ts';
import type { LineMark } from '../../src/app/page/marks.ts';
import { isExport, useData } from '../data.ts';
import { Diff, linesText } from '../parts/code.tsx';
import { Markdown, withoutTitle } from '../parts/markdown.tsx';
import { Answered, Command, Empty, plural, State, toneOf } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address, go, itemAddress } from '../router.ts';
import type { ViewProps } from './view.tsx';

export function ChangePage({ query }: ViewProps) {
  const { since, commit } = query;
  const answer = useData<ChangeView>('change', isExport ? {} : { since, commit });
  return (
    <>
      <div class="head">
        <h1>Change</h1>
        {isExport ? null : <Chooser since={since ?? ''} commit={commit ?? ''} />}
      </div>
      <Answered of={answer}>{(change) => <Change of={change} />}</Answered>
    </>
  );
}

function Chooser({ since, commit }: { since: string; commit: string }) {
  const [kind, setKind] = useState(commit !== '' ? 'commit' : since !== '' ? 'since' : 'work');
  const [revision, setRevision] = useState(commit || since);
  return (
    <form
      class="chooser"
      onSubmit={(event) => {
        event.preventDefault();
        go('change', kind === 'work' ? {} : { [kind]: revision.trim() });
      }}
    >
      <label>
        <span>Show</span>
        <select
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value);
            if (event.currentTarget.value === 'work') go('change');
          }}
        >
          <option value="work">what is not committed</option>
          <option value="since">everything since</option>
          <option value="commit">one commit</option>
        </select>
      </label>
      {kind === 'work' ? null : (
        <>
          <input
            value={revision}
            onInput={(event) => setRevision(event.currentTarget.value)}
            placeholder={kind === 'since' ? 'origin/main' : 'HEAD'}
            aria-label="Revision"
            spellcheck={false}
          />
          <button type="submit">Show</button>
        </>
      )}
    </form>
  );
}

function Change({ of }: { of: ChangeView }) {
  const { title, files, files_left_out, brief } = of;
  if (files.length === 0)
    return (
      <Empty title="Nothing is changed.">
        Edit a file, or choose a commit above. What governs the lines is shown beside them. In a terminal:{' '}
        <Command text="pilotbook brief" />
      </Empty>
    );
  return (
    <div class="with-side">
      <aside class="side" aria-label="Summary of the change">
        <p class="lead">{visible(title)}</p>
        {brief.notes.map((note) => (
          <p key={note} class="remark">
            {visible(note)}
          </p>
        ))}
        <Risks of={of} />
        <Governing of={of} />
        <Reach title="Uses what changed" of={brief.users} none="No user was found." />
        <Reach title="Tests to run" of={brief.tests} none="No test reaches it." />
        <section>
          <h2>Files</h2>
          <ul class="plain-list">
            {files.map(({ path, added, removed }) => (
              <li key={path}>
                <a href={`#file-${path}`} onClick={(event) => jump(event, path)} class="path">
                  {visible(path)}
                </a>{' '}
                <Counts added={added} removed={removed} />
              </li>
            ))}
          </ul>
          {files_left_out === 0 ? null : (
            <p class="remark">{plural(files_left_out, 'more file')} without a diff here.</p>
          )}
        </section>
      </aside>
      <div class="files">
        {files.map((file) => (
          <FileDiff key={file.path} file={file} governing={brief.governing} />
        ))}
      </div>
    </div>
  );
}

function jump(event: Event, path: string): void {
  event.preventDefault();
  const place = document.getElementById(`file-${path}`);
  place?.scrollIntoView();
  place?.focus();
}

function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="counts">
      <span class="good">+{added}</span> <span class="bad">−{removed}</span>
    </span>
  );
}

function Risks({ of: { brief } }: { of: ChangeView }) {
  return (
    <section>
      <h2>
        At risk <span class="count">{brief.at_risk.length}</span>
      </h2>
      {brief.at_risk.length === 0 ? <p class="dim">Nothing that was written down.</p> : null}
      <ul class="plain-list">
        {brief.at_risk.map(({ kind, id, place, message }) => (
          <li key={`${kind} ${id} ${place}`} class="risk">
            <span class="path">{visible(place)}</span>
            <a href={riskAddress(kind, id)}>{visible(message)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of what is at risk: the note that says something about the code. */
function riskAddress(kind: ChangeView['brief']['at_risk'][number]['kind'], id: string): string {
  if (kind === 'context-stale') return itemAddress('note', id);
  return itemAddress(id.startsWith('pk_') ? 'pack' : 'entry', id);
}

function Governing({ of: { brief } }: { of: ChangeView }) {
  return (
    <section>
      <h2>
        What governs this <span class="count">{brief.governing.length}</span>
      </h2>
      {brief.governing.length === 0 ? (
        <p class="dim">
          Nothing is written about these files. This records why code is as it is:{' '}
          <Command text="pilotbook stash add" />
        </p>
      ) : null}
      <ul class="plain-list">
        {brief.governing.map(({ id, kind, title, superseded_by }) => (
          <li key={id}>
            <a href={itemAddress(kind, id)}>{visible(title)}</a>
            <span class="dim">
              {' '}
              {visible(id)} · {visible(kind)}
              {superseded_by === undefined ? '' : ` · superseded by ${superseded_by.join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reach({ title, of, none }: { title: string; of: ChangeView['brief']['users']; none: string }) {
  return (
    <section>
      <h2>
        {title} <span class="count">{of.length}</span>
      </h2>
      {of.length === 0 ? <p class="dim">{none}</p> : null}
      <ul class="plain-list">
        {of.map(({ path, line, symbol, uses }) => (
          <li key={`${path}:${line} ${uses}`}>
            <a class="path" href={address('file', { path, line })}>
              {visible(`${path}:${line}`)}
            </a>
            <span class="dim">
              {' '}
              {symbol === null ? '' : `${visible(symbol)} `}uses {visible(uses)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileDiff({ file, governing }: { file: ChangedFile; governing: ChangeView['brief']['governing'] }) {
  const { path, change, added, removed, hunks, marks, remark } = file;
  return (
    <article class="file" id={`file-${path}`} tabIndex={-1} data-row>
      <h2 class="file-head">
        <a class="path" href={address('file', { path })}>
          {visible(path)}
        </a>
        <State of={change} />
        <Counts added={added} removed={removed} />
      </h2>
      {remark === undefined ? null : <p class="remark">{remark}</p>}
      {hunks.map((lines) => {
        const numbers = lines.flatMap(({ after }) => after ?? []);
        const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
        const beside = marks.filter(({ startLine, endLine }) => startLine <= last && first <= endLine);
        return (
          <div key={`${lines[0]?.before}:${lines[0]?.after}`} class="hunk">
            <Diff
              path={path}
              lines={lines}
              marks={marks}
              label={`${path}, changes around line ${first || (lines[0]?.before ?? 1)}`}
            />
            <Beside marks={beside} governing={governing} />
          </div>
        );
      })}
    </article>
  );
}

/** Shown at once; a longer text would push the next hunk away from its code. */
const SHORT_TEXT = 400;

/** The notes about lines of a hunk, once each. */
function Beside({
  marks,
  governing,
}: {
  marks: readonly LineMark[];
  governing: ChangeView['brief']['governing'];
}) {
  const unique = [...new Map(marks.map((mark) => [mark.id, mark])).values()];
  if (unique.length === 0) return null;
  const isOld = (id: string) => governing.some((each) => each.id === id && each.superseded_by !== undefined);
  unique.sort((a, b) => Number(isOld(a.id)) - Number(isOld(b.id)));
  return (
    <div class="beside">
      {unique.map((mark) => {
        const { text: whole = '', superseded_by } = governing.find(({ id }) => id === mark.id) ?? {};
        const text = withoutTitle(whole, mark.title).trim();
        return (
          <div
            key={mark.id}
            class={`note-card ${superseded_by === undefined ? toneOf(mark.state) : 'superseded'}`}
          >
            <p class="note-title">
              <a href={itemAddress(mark.kind, mark.id)}>{visible(mark.title)}</a>
            </p>
            <p class="dim">
              {visible(mark.id)} · {visible(mark.kind)} · {linesText(mark.startLine, mark.endLine)}{' '}
              {superseded_by !== undefined ? (
                <State of="superseded" />
              ) : mark.state === 'fresh' ? null : (
                <State of={mark.state} />
              )}
            </p>
            {text === '' || superseded_by !== undefined ? null : text.length <= SHORT_TEXT ? (
              <Markdown text={text} level={3} />
            ) : (
              <details>
                <summary>Read it</summary>
                <Markdown text={text} level={3} />
              </details>
            )}
          </div>
        );
      })}
    </div>
  );
}
