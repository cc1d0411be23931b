/** A list of any length: only the rows in sight are there. j and k go down and up, Enter opens. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isTyping } from '../keys.ts';

/** Rows above and below those in sight, so that a quick scroll shows no gap. */
const BESIDE = 8;
/** On paper nobody scrolls; more would be a book. */
const MOST_PRINTED = 2_000;

export function VirtualList<T>({
  items,
  rowHeight,
  label,
  row,
  keyOf,
  addressOf,
}: {
  items: readonly T[];
  rowHeight: number;
  label: string;
  row: (item: T) => ComponentChildren;
  keyOf: (item: T) => string;
  addressOf: (item: T) => string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [at, showAt] = useState(-1);
  const [isPrinting, setPrinting] = useState(false);
  // Keys come faster than the list is drawn.
  const place = useRef(-1);
  const setAt = (next: number) => {
    place.current = next;
    showAt(next);
  };
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => setHeight(element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const paper = matchMedia('print');
    const look = () => setPrinting(paper.matches);
    look();
    paper.addEventListener('change', look);
    return () => paper.removeEventListener('change', look);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return;
      event.preventDefault();
      const next = Math.max(0, Math.min(items.length - 1, place.current + (event.key === 'j' ? 1 : -1)));
      const element = frame.current;
      if (element !== null) {
        const top = next * rowHeight;
        if (top < element.scrollTop) element.scrollTop = top;
        else if (top + rowHeight > element.scrollTop + element.clientHeight)
          element.scrollTop = top + rowHeight - element.clientHeight;
      }
      setAt(next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [items, rowHeight]);
  useEffect(() => {
    // To where the keys have come by now: the focus of a row they have passed would set them back.
    if (at >= 0) frame.current?.querySelector<HTMLElement>(`[data-at="${place.current}"]`)?.focus();
  }, [at]);
  const first = isPrinting ? 0 : Math.max(0, Math.floor(top / rowHeight) - BESIDE);
  const last = isPrinting
    ? MOST_PRINTED
    : Math.min(items.length, Math.ceil((top + height) / rowHeight) + BESIDE);
  return (
    <div class="list" ref={frame} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <ul style={{ height: `${items.length * rowHeight}px` }} aria-label={label}>
        {items.slice(first, last).map((item, index) => (
          <li
            key={keyOf(item)}
            style={{ transform: `translateY(${(first + index) * rowHeight}px)`, height: `${rowHeight}px` }}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
          >
            <a href={addressOf(item)} data-at={first + index} onFocus={() => setAt(first + index)}>
              {row(item)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
