/** One file: its outline, its code, and what governs its lines. */
import { useEffect } from 'preact/hooks';
import type { FileView } from '../../src/app/page/map.ts';
import { useData } from '../data.ts';
import { Code, linesText } from '../parts/code.tsx';
import { Answered, plural, State } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address, itemAddress } from '../router.ts';
import { Crumbs } from './map.tsx';
import type { ViewProps } from './view.tsx';

export function FilePage({ query }: ViewProps) {
  const { path = '', line } = query;
  const answer = useData<FileView>('file', { path });
  return (
    <>
      <Crumbs path={path} />
      <h1 class="path">{visible(path.split('/').at(-1) ?? path)}</h1>
      <Answered of={answer}>{(file) => <File of={file} line={Number(line ?? 0)} />}</Answered>
    </>
  );
}

function File({ of, line }: { of: FileView; line: number }) {
  const { path, lines, total, symbols, marks } = of;
  useEffect(() => {
    if (line < 2) return;
    const row = document.getElementById(`line-${line}`);
    row?.classList.add('wanted');
    row?.scrollIntoView({ block: 'center' });
    return () => row?.classList.remove('wanted');
  }, [line, path]);
  const unique = [...new Map(marks.map((mark) => [`${mark.id} ${mark.startLine}`, mark])).values()];
  return (
    <div class="with-side">
      <aside class="side" aria-label="Outline and notes">
        <section>
          <h2>
            Notes on its lines <span class="count">{unique.length}</span>
          </h2>
          {unique.length === 0 ? <p class="dim">Nothing is written about this file.</p> : null}
          <ul class="plain-list">
            {unique.map(({ id, kind, title, state, startLine, endLine }) => (
              <li key={`${id} ${startLine}`}>
                <a href={itemAddress(kind, id)}>{visible(title)}</a>
                <span class="dim"> {linesText(startLine, endLine)}</span>{' '}
                {state === 'fresh' ? null : <State of={state} />}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Outline</h2>
          {symbols.length === 0 ? <p class="dim">No declaration was found.</p> : null}
          <ul class="plain-list outline">
            {symbols.map(({ name, kind, line: at }) => (
              <li key={`${name}:${at}`}>
                <a href={address('file', { path, line: at })}>{visible(name)}</a>
                <span class="dim"> {kind.replaceAll('_', ' ')}</span>
              </li>
            ))}
          </ul>
        </section>
      </aside>
      <div>
        {total === lines.length ? null : (
          <p class="remark">
            The first {lines.length} of {plural(total, 'line')}.
          </p>
        )}
        <Code path={path} lines={lines} marks={marks} label={path} />
      </div>
    </div>
  );
}
