import { setFlagsFromString } from 'node:v8';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repository } from '../../../../tests/helpers/repository.ts';
import { loadStaticModel, quantise } from '../../embed/index.ts';
import { openWorkspaceSync, type RepoPath, type Workspace } from '../../workspace/index.ts';
import { Analyser, embeddingText } from '../analyse/analyser.ts';
import { allBlocks } from '../segment/bytes.ts';
import { Segment, type SegmentParts, tablesOf } from '../segment/segment.ts';
import { UNREADABLE } from '../segment/tables.ts';
import { findTerm } from '../segment/term-table.ts';
import { type FileToIndex, SegmentMaker } from './segment-maker.ts';

const FILES = {
  'src/one.ts': 'export function hoistSail() {\n  return wind;\n}\n'.repeat(40),
  'src/two.ts': 'const keel = "lead";\n',
  'docs/über.md': '# Über\n\nDas Schiff.\n',
};
const MAX_FILE_BYTES = 10_000;
const LATER = Date.now() + 60_000;

const files = (paths: string[]): FileToIndex[] =>
  paths.map((path) => ({
    path: path as RepoPath,
    size: 1,
    mtimeMs: 1,
    ctimeMs: 1,
    ino: 1,
    knownHash: undefined,
    knownUnreadable: false,
  }));

function workspaceOf(root: string): Workspace {
  return openWorkspaceSync({ root, maxFileBytes: MAX_FILE_BYTES });
}

/** Chunks that hold the term. */
function countOf({ terms }: SegmentParts, term: string): number | undefined {
  const found = allBlocks(terms.blocks).flatMap((block) => findTerm(block, term) ?? []);
  return found[0]?.count;
}

describe('a segment maker', () => {
  it('makes the vectors that the model makes of each chunk', async () => {
    const model = await loadStaticModel();
    const maker = new SegmentMaker(workspaceOf(repository(FILES)), model, 7);
    for (const path of Object.keys(FILES)) {
      const text = FILES[path as keyof typeof FILES];
      const { parts } = maker.make(files([path]), LATER);
      const { matrix, dims } = parts!.vectors!;
      const { chunks } = new Analyser().analyse(path, text);
      expect(matrix).toHaveLength(chunks.length * dims);
      for (let i = 0; i < chunks.length; i++) {
        const expected = new Int8Array(dims);
        const chunk = text.slice(chunks[i]!.startOffset, chunks[i]!.endOffset);
        quantise(model.encode(embeddingText(path, chunk)), expected);
        expect(matrix.subarray(i * dims, (i + 1) * dims)).toEqual(expected);
      }
    }
  });

  it('leaves out one file that analysis fails on, and keeps the rest', async () => {
    const model = await loadStaticModel();
    const workspace = workspaceOf(repository(FILES));
    const read = workspace.readTextSync;
    // Bytes instead of a text, so that whoever takes them for one fails.
    const broken = Buffer.from('x') as never;
    workspace.readTextSync = (path) =>
      path === 'src/one.ts' ? { path, size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1, text: broken } : read(path);
    const { parts, unreadable } = new SegmentMaker(workspace, model, 7).make(
      files(Object.keys(FILES)),
      LATER,
    );
    expect(unreadable).toEqual(['src/one.ts']);
    const segment = new Segment(tablesOf(parts!));
    expect(segment.files.map(({ path, flags }) => [path, flags & UNREADABLE])).toEqual([
      ['src/one.ts', UNREADABLE],
      ['src/two.ts', 0],
      ['docs/über.md', 0],
    ]);
    expect(parts?.vectors?.matrix.length).toBe(segment.chunkCount * model.dims);
    expect(countOf(parts!, 'keel')).toBe(1);
  });

  it('takes only the words of a file whose names took too long, and nothing if that did not help', () => {
    const maker = new SegmentMaker(workspaceOf(repository(FILES)), undefined, 7);
    const [one, two, three] = files(Object.keys(FILES)) as [FileToIndex, FileToIndex, FileToIndex];
    const seen: number[] = [];
    const slow: FileToIndex[] = [{ ...one, take: 'words' }, two, { ...three, take: 'nothing' }];
    const { parts, unreadable } = maker.make(slow, LATER, (place) => seen.push(place));
    expect(seen).toEqual([0, 1, 2]);
    expect(unreadable).toEqual(['docs/über.md']);
    expect(countOf(parts!, '=hoistsail')).toBeUndefined();
    expect(countOf(parts!, 'hoistsail')).toBeGreaterThan(0);
    expect(countOf(maker.make([one], LATER).parts!, '=hoistsail')).toBeGreaterThan(0);
  });

  it('says that memory is short, takes no file for the cause, and starts over', () => {
    const words = Array.from({ length: 40_000 }, (_, n) => `w${n.toString(36)}x`).join(' ');
    const root = repository({ 'many.txt': words, 'few.txt': 'a keel and a sail\n' });
    const maker = new SegmentMaker(openWorkspaceSync({ root, maxFileBytes: 1_000_000 }), undefined, 7);
    const allow = (pages: number) => setFlagsFromString(`--wasm-max-mem-pages=${pages}`);
    onTestFinished(() => allow(65_536));
    allow(40);
    const shortage = expect.objectContaining({ code: 'out_of_memory' });
    expect(() => maker.make(files(['many.txt']), LATER)).toThrow(shortage);
    // Not even room to begin.
    allow(1);
    expect(() => maker.make(files(['few.txt']), LATER)).toThrow(shortage);
    allow(65_536);
    const { parts, unreadable } = maker.make(files(['few.txt', 'many.txt']), LATER);
    expect(unreadable).toEqual([]);
    expect(countOf(parts!, 'keel')).toBe(1);
  });
});
