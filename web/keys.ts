/** Keys of the whole page: / goes to the search. Lists have their own (parts/list.tsx). */

export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
  );
}

export function listenForKeys(focusSearch: () => void): void {
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
    if (event.key !== '/' || isTyping(event)) return;
    event.preventDefault();
    focusSearch();
  });
  // Where no list has taken them: from one row to the next.
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return;
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    if (rows.length === 0) return;
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[Math.max(0, Math.min(rows.length - 1, now + (event.key === 'j' ? 1 : -1)))];
    event.preventDefault();
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  });
}
