/** One query in three modes, side by side: what each finds, what the answer costs, and why a place is where it is. */
import type { FoundPlace, ModeAnswer, SearchView } from '../../src/app/page/search.ts';
import { isExport, useData } from '../data.ts';
import { Code, Found, placeText } from '../parts/code.tsx';
import { Answered, Command, Empty, plural } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address, itemAddress } from '../router.ts';
import type { ViewProps } from './view.tsx';

const TITLES = {
  hybrid: ['Words and meaning', 'hybrid'],
  bm25: ['Words', 'bm25'],
  semantic: ['Meaning', 'semantic'],
} as const;

export function SearchPage({ query }: ViewProps) {
  const { q = '' } = query;
  const answer = useData<SearchView>('search', { q }, q !== '' && !isExport);
  return (
    <>
      <div class="head">
        <h1>{q === '' ? 'Search' : `Search for “${visible(q)}”`}</h1>
      </div>
      {isExport ? (
        <Empty title="An export cannot search the code.">
          The running page can: <Command text="pilotbook ui" />
        </Empty>
      ) : q === '' ? (
        <Empty title="Type a question or a name above.">
          The answers of the three modes are shown side by side, with what each would cost an agent.
        </Empty>
      ) : (
        <Answered of={answer}>
          {({ modes }) => (
            <div class="modes">
              {modes.map((mode) => (
                <Mode key={mode.mode} of={mode} />
              ))}
            </div>
          )}
        </Answered>
      )}
    </>
  );
}

function Mode({ of: { mode, hits, tokens, warnings, ms } }: { of: ModeAnswer }) {
  const [title, name] = TITLES[mode];
  return (
    <section class="mode" aria-label={title}>
      <h2>{title}</h2>
      <p class="facts dim">
        <span>{name}</span>
        <span>{tokens.toLocaleString('en')} tokens</span>
        <span>{ms} ms</span>
      </p>
      {warnings.map((warning) => (
        <p key={warning} class="remark">
          {visible(warning)}
        </p>
      ))}
      {hits.length === 0 ? <Empty title="Nothing was found.">Try fewer words, or another mode.</Empty> : null}
      <ol class="hits">
        {hits.map((hit) => (
          <li key={`${hit.path}:${hit.start_line}`}>
            <Hit of={hit} best={hits[0]?.score ?? 1} mode={title} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** At first, so that the places of three modes can be compared. */
const MOST_LINES = 8;

function Hit({ of, best, mode }: { of: FoundPlace; best: number; mode: string }) {
  const { path, start_line, end_line, snippet, snippet_start_line, score, matched_terms, parts, knowledge } =
    of;
  const name = nameOf(of);
  const lines = snippet.split('\n');
  const shown = lines.length > MOST_LINES + 1 ? lines.slice(0, MOST_LINES) : lines;
  return (
    <article class="hit" tabIndex={-1} data-row>
      <h3>
        <a class="path" href={address('file', { path, line: snippet_start_line })}>
          <Found text={placeText(path, start_line, end_line)} words={matched_terms} />
        </a>
      </h3>
      {name === undefined ? null : (
        <p class="dim">
          in <Found text={name} words={matched_terms} />
        </p>
      )}
      <Code
        path={path}
        lines={shown}
        first={snippet_start_line}
        words={matched_terms}
        label={`${mode}: ${path}, from line ${snippet_start_line}`}
      />
      {lines.length === shown.length ? null : (
        <details class="more-lines">
          <summary>{plural(lines.length - shown.length, 'more line')}</summary>
          <Code
            path={path}
            lines={lines.slice(shown.length)}
            first={snippet_start_line + shown.length}
            words={matched_terms}
            label={`${mode}: ${path}, the other lines`}
          />
        </details>
      )}
      {(knowledge ?? []).map(({ id, kind, title }) => (
        <p key={id} class="governs">
          <a href={itemAddress(kind, id)}>{visible(title)}</a> <span class="dim">{visible(kind)}</span>
        </p>
      ))}
      <Score parts={parts} score={score} best={best} />
    </article>
  );
}

function nameOf(hit: FoundPlace): string | undefined {
  const { enclosing } = hit as { enclosing?: unknown };
  if (typeof enclosing === 'string') return enclosing;
  if (typeof enclosing !== 'object' || enclosing === null) return undefined;
  const { name, qualified_name } = enclosing as { name?: string; qualified_name?: string };
  return qualified_name ?? name;
}

const PARTS = [
  ['lines', 'words in these lines'],
  ['file', 'words in the file'],
  ['path', 'words in the path'],
  ['history', 'commits that changed it'],
  ['meaning', 'meaning'],
] as const;

function Score({ parts, score, best }: { parts: FoundPlace['parts']; score: number; best: number }) {
  if (parts === undefined) return null;
  const sum = PARTS.reduce((total, [name]) => total + parts[name], 0);
  return (
    <details class="score">
      <summary>
        <span class="bar" aria-hidden="true">
          {PARTS.map(([name]) => (
            <span
              key={name}
              class={`part-${name}`}
              style={{ width: `${sum === 0 ? 0 : (100 * parts[name] * parts.kind) / Math.max(best, 1e-9)}%` }}
            />
          ))}
        </span>
        <span class="score-number">{score.toFixed(2)}</span>
        <span class="why">why here</span>
      </summary>
      <table class="parts">
        <tbody>
          {PARTS.filter(([name]) => parts[name] > 0).map(([name, title]) => (
            <tr key={name}>
              <th scope="row">
                <span class={`swatch part-${name}`} aria-hidden="true" /> {title}
              </th>
              <td>{parts[name].toFixed(3)}</td>
            </tr>
          ))}
          {parts.kind === 1 ? null : (
            <tr>
              <th scope="row">kept because of its kind of file</th>
              <td>× {parts.kind.toFixed(2)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </details>
  );
}
