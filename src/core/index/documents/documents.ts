/** What is searched like code but is no file: kept whole in the database, indexed under `kind/id`. */

import { splitLines } from '../../text/index.ts';
import type { DocumentHit, DocumentQuery, IndexDocument } from '../api.ts';
import type { LiveIndex } from '../live/live-index.ts';
import type { Searcher } from '../search/searcher.ts';
import { contentHash, sameHash } from '../threads/content-hash.ts';
import type { SegmentMaker } from '../threads/segment-maker.ts';
import { readDocument, removeDocument, writeDocument } from './document-table.ts';

/** The title stands above the text as a line of its own, so that its words count. */
const TITLE_LINES = 1;

const pathOf = (kind: string, id: string) => `${kind}/${id}`;
/** Half a surrogate pair would not survive being stored; by way of bytes it becomes U+FFFD. */
const wholeOf = ({ title, text }: IndexDocument) =>
  Buffer.from(`${title.replaceAll(/\s+/g, ' ')}\n${text}`).toString();

export function putDocuments(
  live: LiveIndex,
  maker: SegmentMaker,
  kind: string,
  documents: readonly IndexDocument[],
): void {
  live.store.read(() => live.synchronise());
  const collection = live.collection('documents');
  const building = maker.start();
  const changed: IndexDocument[] = [];
  for (const document of documents) {
    const path = pathOf(kind, document.id);
    const whole = wholeOf(document);
    const hash = contentHash(whole);
    const place = collection.place(path);
    const known = place?.live.segment.files[place.file];
    if (known !== undefined && sameHash(known.hash, hash)) continue;
    building.add(path, whole, { size: whole.length, mtimeMs: 0, hash });
    changed.push(document);
  }
  const kept = new Set(documents.map(({ id }) => pathOf(kind, id)));
  const removed = [...collection.paths()].filter((path) => path.startsWith(`${kind}/`) && !kept.has(path));
  if (changed.length === 0 && removed.length === 0) return;
  live.apply('documents', { parts: building.finish(), touched: [], removed });
  live.save(() => {
    for (const path of removed) removeDocument(live.store, kind, path.slice(kind.length + 1));
    for (const document of changed) writeDocument(live.store, kind, document);
  });
}

export async function searchDocuments(
  live: LiveIndex,
  searcher: Searcher,
  query: string,
  { mode, topK, kinds }: DocumentQuery,
): Promise<DocumentHit[]> {
  const options = await searcher.options(query, { mode, topK });
  if (kinds !== undefined) options.accepts = (path) => kinds.includes(kindOf(path));
  const hits: DocumentHit[] = [];
  for (const { path, startLine, endLine, score, matchedTerms } of searcher.rank(
    'documents',
    query,
    options,
  )) {
    const kind = kindOf(path);
    const document = readDocument(live.store, kind, path.slice(kind.length + 1));
    if (document === undefined) continue;
    const first = Math.max(1, startLine - TITLE_LINES);
    const last = Math.max(first, endLine - TITLE_LINES);
    const text = splitLines(document.text)
      .slice(first - 1, last)
      .join('\n');
    const { id, title } = document;
    hits.push({ kind, id, title, startLine: first, endLine: last, score, matchedTerms, text });
  }
  return hits;
}

function kindOf(path: string): string {
  return path.slice(0, path.indexOf('/'));
}

/** As it was indexed. */
export function documentText(live: LiveIndex, path: string): string | undefined {
  const kind = kindOf(path);
  const document = readDocument(live.store, kind, path.slice(kind.length + 1));
  return document && wholeOf(document);
}
