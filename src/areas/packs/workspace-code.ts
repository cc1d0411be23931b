/** Reads the code of refs from the workspace: the adapter of `OpenCode`. */
import type { Page, Resolution } from '../../core/anchors/index.ts';
import { declaredLines, openPlaces, type Places, type SymbolsOf } from '../../core/places/index.ts';
import { isRefusal, type Refusal, type Workspace } from '../../core/workspace/index.ts';
import type { Excerpt, OpenCode } from './ports.ts';
import type { Lines, Ref } from './types.ts';

export function workspaceCode(workspace: Workspace, symbolsOf: SymbolsOf): OpenCode {
  return (signal) => {
    const places = openPlaces(workspace, symbolsOf, signal);
    return {
      async excerpt(ref) {
        signal.throwIfAborted();
        if (ref.anchor === undefined) return unanchored(ref, await places.page(ref.path));
        return await placed(ref, await places.now(ref.anchor, ref.path), places);
      },
      async anchor(path, { start, end }) {
        const opened = await places.page(path);
        if (isRefusal(opened)) return { problem: opened.reason };
        if (end > opened.lines.length) return { problem: pastTheEnd(opened) };
        return await places.anchor(path, opened, start, end);
      },
      async declared(path, symbol) {
        const opened = await places.page(path);
        return isRefusal(opened) ? { problem: opened.reason } : declaredLines(opened, symbol);
      },
    };
  };
}

function unanchored(ref: Ref, opened: Page | Refusal): Excerpt {
  if (isRefusal(opened)) return { state: 'stale', reason: opened.reason };
  if (ref.lines.end > opened.lines.length) return { state: 'stale', reason: pastTheEnd(opened) };
  const reason = 'it was stored without an anchor; refresh takes the code as it is now';
  return { state: 'unverified', path: ref.path, lines: ref.lines, code: cut(opened, ref.lines), reason };
}

async function placed(ref: Ref, found: Resolution, places: Places): Promise<Excerpt> {
  const { state, path = ref.path, startLine, endLine, reason } = found;
  if (state === 'ambiguous' || state === 'lost' || startLine === undefined || endLine === undefined)
    return { state: 'stale', reason };
  const opened = await places.page(path);
  if (isRefusal(opened)) return { state: 'stale', reason };
  const lines = { start: startLine, end: endLine };
  return { state, path, lines, code: cut(opened, lines), reason };
}

function cut(page: Page, { start, end }: Lines): string[] {
  return page.lines.slice(start - 1, end);
}

function pastTheEnd(page: Page): string {
  return `The file has only ${page.lines.length} lines.`;
}
