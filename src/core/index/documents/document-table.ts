import type { IndexDocument } from '../api.ts';
import type { IndexStore } from '../storage/store.ts';

export function readDocument(store: IndexStore, kind: string, id: string): IndexDocument | undefined {
  const row = store.sql.get('SELECT title, text FROM document WHERE kind = ? AND id = ?', kind, id);
  if (row === undefined) return undefined;
  return { id, title: String(row.title), text: String(row.text) };
}

export function writeDocument(store: IndexStore, kind: string, { id, title, text }: IndexDocument): void {
  store.sql.run(
    'INSERT OR REPLACE INTO document(kind, id, title, text) VALUES(?, ?, ?, ?)',
    kind,
    id,
    title,
    text,
  );
}

export function removeDocument(store: IndexStore, kind: string, id: string): void {
  store.sql.run('DELETE FROM document WHERE kind = ? AND id = ?', kind, id);
}
