/** A bundle for a prompt: what was chosen within the budget, what was dropped and why; and a pack made of it. */
import { useState } from 'preact/hooks';
import type { BundleView } from '../../src/app/page/bundle.ts';
import { isExport, problemOf, send, useData } from '../data.ts';
import { Code, placeText } from '../parts/code.tsx';
import { Answered, Command, Empty, plural, Trouble } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address, go, itemAddress } from '../router.ts';
import type { ViewProps } from './view.tsx';

export function BundlePage({ query, canEdit }: ViewProps) {
  const { prompt = '', files = '8', lines = '400', tokens = '' } = query;
  const answer = useData<BundleView>('bundle', { prompt, files, lines, tokens }, prompt !== '' && !isExport);
  return (
    <>
      <div class="head">
        <h1>Bundle</h1>
      </div>
      {isExport ? (
        <Empty title="An export cannot choose excerpts.">
          The running page can: <Command text="pilotbook ui" />
        </Empty>
      ) : (
        <>
          <Ask prompt={prompt} files={files} lines={lines} tokens={tokens} />
          {prompt === '' ? (
            <Empty title="Describe a task.">
              The excerpts that an agent would get for it are chosen within the budget, each with its reason.
            </Empty>
          ) : (
            <Answered of={answer}>{(view) => <Bundle of={view} canEdit={canEdit} />}</Answered>
          )}
        </>
      )}
    </>
  );
}

function Ask(given: { prompt: string; files: string; lines: string; tokens: string }) {
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const value = (name: string) => String(fields.get(name) ?? '').trim();
        go('bundle', {
          prompt: value('prompt'),
          files: value('files'),
          lines: value('lines'),
          tokens: value('tokens'),
        });
      }}
    >
      <label>
        The task, in your words
        <textarea name="prompt" rows={3} required defaultValue={given.prompt} />
      </label>
      <div class="filters">
        <label>
          Files <input type="number" name="files" min={1} defaultValue={given.files} />
        </label>
        <label>
          Lines <input type="number" name="lines" min={1} defaultValue={given.lines} />
        </label>
        <label>
          Tokens <input type="number" name="tokens" min={1} placeholder="any" defaultValue={given.tokens} />
        </label>
        <button type="submit" class="main-button">
          Choose excerpts
        </button>
      </div>
    </form>
  );
}

function Bundle({ of, canEdit }: { of: BundleView; canEdit: boolean }) {
  const { bundle, queries, considered } = of;
  const { totals, selections, warnings, budget } = bundle;
  const dropped = considered.filter(({ verdict }) => verdict !== 'kept');
  return (
    <div class="with-side right">
      <div>
        <p class="facts">
          <span>
            <strong>{totals.selected_files}</strong> of {plural(budget.max_files, 'file')}
          </span>
          <span>
            <strong>{totals.selected_lines}</strong> of {plural(budget.max_total_lines, 'line')}
          </span>
          <span>
            <strong>{totals.selected_tokens.toLocaleString('en')}</strong> tokens
          </span>
          <span class="dim path">{bundle.bundle_id}</span>
        </p>
        {warnings.map((warning) => (
          <p key={warning} class="remark">
            {visible(warning)}
          </p>
        ))}
        {canEdit ? <Promote bundle={bundle.bundle_id} /> : null}
        {selections.length === 0 ? (
          <Empty title="No excerpt fits the task.">Use words that the code uses.</Empty>
        ) : null}
        {selections.map(({ path, start_line, end_line, excerpt, rationale, knowledge }) => (
          <article key={`${path}:${start_line}`} class="place" tabIndex={-1} data-row>
            <h2 class="file-head">
              <a class="path" href={address('file', { path, line: start_line })}>
                {visible(placeText(path, start_line, end_line))}
              </a>
            </h2>
            <p class="dim">{visible(rationale)}</p>
            {(knowledge ?? []).map(({ id, kind, title }) => (
              <p key={id} class="governs">
                <a href={itemAddress(kind, id)}>{visible(title)}</a> <span class="dim">{visible(kind)}</span>
              </p>
            ))}
            <Code
              path={path}
              lines={excerpt.split('\n')}
              first={start_line}
              label={placeText(path, start_line, end_line)}
            />
          </article>
        ))}
      </div>
      <aside class="side" aria-label="What was considered">
        <section>
          <h2>Searched for</h2>
          <ul class="plain-list">
            {queries.map((query) => (
              <li key={query}>{query === 'prompt' ? 'the task in your words' : visible(query)}</li>
            ))}
          </ul>
        </section>
        <section>
          <h2>
            Not chosen <span class="count">{dropped.length}</span>
          </h2>
          {dropped.length === 0 ? <p class="dim">Everything that was found fits.</p> : null}
          {[...grouped(dropped)].map(([why, places]) => (
            <div key={why} class="group">
              <p class="dim">{visible(why)}</p>
              <ul class="plain-list">
                {places.map(({ path, startLine, endLine }) => (
                  <li key={`${path}:${startLine}-${endLine}`}>
                    <a class="path" href={address('file', { path, line: startLine })}>
                      {visible(placeText(path, startLine, endLine))}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      </aside>
    </div>
  );
}

/** By why they were not chosen, which many share. */
function grouped(dropped: BundleView['considered']): Map<string, BundleView['considered'][number][]> {
  const groups = new Map<string, BundleView['considered'][number][]>();
  for (const place of dropped) {
    const why = `${place.verdict}: ${place.reason}`;
    groups.set(why, [...(groups.get(why) ?? []), place]);
  }
  return groups;
}

const WEEK_MINUTES = 10_080;

function Promote({ bundle }: { bundle: string }) {
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | undefined>();
  return (
    <form
      class="filters boxed"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
        send('promote-bundle', { bundle, name, ttl_minutes: WEEK_MINUTES }).then(
          () => go('knowledge', { kind: 'pack' }),
          (thrown: unknown) => setProblem(problemOf(thrown)),
        );
      }}
    >
      <label>
        Keep it as a pack called <input name="name" required minLength={3} placeholder="payment-retries" />
      </label>
      <button type="submit">Make the pack</button>
      {problem === undefined ? null : <Trouble {...problem} />}
    </form>
  );
}
