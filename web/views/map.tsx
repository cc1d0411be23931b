/** The repository as a treemap: areas are lines, colours what is asked for. A click goes in, and at last to the file. */
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MapNode, MapView } from '../../src/app/page/map.ts';
import { useData } from '../data.ts';
import { Answered, plural, toneOf } from '../parts/state.tsx';
import { visible } from '../parts/visible.ts';
import { address, refine } from '../router.ts';
import type { ViewProps } from './view.tsx';

const COLOURS = {
  freshness: 'freshness of notes',
  density: 'density of knowledge',
  churn: 'churn',
  reads: 'what agents read',
} as const;
type Colour = keyof typeof COLOURS;

export function MapPage({ query }: ViewProps) {
  const { path = '' } = query;
  const colour: Colour =
    query.colour !== undefined && query.colour in COLOURS ? (query.colour as Colour) : 'freshness';
  const answer = useData<MapView>('map', { path });
  return (
    <>
      <div class="head">
        <h1>Map</h1>
        <label class="chooser">
          <span>Colour by</span>
          <select value={colour} onChange={(event) => refine({ colour: event.currentTarget.value })}>
            {Object.entries(COLOURS).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Crumbs path={path} />
      <Answered of={answer}>{(map) => <Drawing map={map} colour={colour} />}</Answered>
    </>
  );
}

export function Crumbs({ path }: { path: string }) {
  const parts = path === '' ? [] : path.split('/');
  return (
    <nav class="crumbs" aria-label="Path">
      <a href={address('map')}>The repository</a>
      {parts.map((part, at) => (
        <span key={parts.slice(0, at + 1).join('/')}>
          {' / '}
          {at === parts.length - 1 ? (
            <span aria-current="page">{visible(part)}</span>
          ) : (
            <a href={address('map', { path: parts.slice(0, at + 1).join('/') })}>{visible(part)}</a>
          )}
        </span>
      ))}
    </nav>
  );
}

interface Box {
  node: MapNode;
  depth: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Room for the name of a directory above its files. */
const HEAD = 22;

function boxesOf(root: MapNode, width: number, height: number): Box[] {
  const tree = hierarchy<MapNode>(root, ({ children }) => children)
    .sum((node) => (node.children === undefined || node.children.length === 0 ? node.lines : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const placed = treemap<MapNode>()
    .tile(treemapSquarify)
    .size([width, height])
    .paddingOuter(0)
    .paddingInner(3)
    .paddingTop((node) => (node.depth === 0 ? 0 : HEAD))
    .paddingRight((node) => (node.depth === 0 ? 0 : 3))
    .paddingBottom((node) => (node.depth === 0 ? 0 : 3))
    .paddingLeft((node) => (node.depth === 0 ? 0 : 3))
    .round(true)(tree);
  return placed
    .descendants()
    .slice(1)
    .map(({ data, depth, x0, x1, y0, y1 }) => ({
      node: data,
      depth,
      x: x0,
      y: y0,
      width: x1 - x0,
      height: y1 - y0,
    }))
    .filter((box) => box.width >= 3 && box.height >= 3);
}

function Drawing({ map: { root, commits, warnings }, colour }: { map: MapView; colour: Colour }) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<[number, number]>([0, 0]);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setSize([element.clientWidth, element.clientHeight]));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const boxes = useMemo(() => (size[0] === 0 ? [] : boxesOf(root, size[0], size[1])), [root, size]);
  const most = useMemo(() => strongest(root, colour), [root, colour]);
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} class="remark">
          {visible(warning)}
        </p>
      ))}
      <Legend root={root} colour={colour} commits={commits} most={most} />
      <div class="treemap" ref={frame}>
        {boxes.map((box) => (
          <Tile key={box.node.path} box={box} colour={colour} most={most} />
        ))}
      </div>
    </>
  );
}

function Tile({
  box: { node, depth, x, y, width, height },
  colour,
  most,
}: {
  box: Box;
  colour: Colour;
  most: number;
}) {
  const isDirectory = node.children !== undefined;
  const isLeaf = node.children === undefined || node.children.length === 0;
  const where = isDirectory ? address('map', { path: node.path }) : address('file', { path: node.path });
  const isNamed = width > 44 && height > 18;
  const tone = isLeaf ? toneFor(node, colour, most) : 'group';
  return (
    <a
      href={where}
      class={`tile depth-${depth} ${tone} ${isDirectory ? 'directory' : ''}`}
      style={{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }}
      title={`${visible(node.path)}\n${describe(node, colour)}`}
      aria-label={isNamed ? undefined : `${visible(node.path)}, ${describe(node, colour)}`}
      tabIndex={depth === 1 ? 0 : -1}
      data-row={depth === 1 ? '' : undefined}
    >
      {isNamed ? (
        <span class="tile-name">
          {visible(node.name)}
          {isDirectory ? '/' : ''}
        </span>
      ) : null}
      {width > 90 && height > 40 && isLeaf ? <span class="tile-figure">{figure(node, colour)}</span> : null}
    </a>
  );
}

function figure(node: MapNode, colour: Colour): string {
  if (colour === 'freshness') return node.state === 'unchecked' ? plural(node.lines, 'line') : node.state;
  if (colour === 'density') return node.notes === 0 ? 'nothing written' : plural(node.notes, 'note');
  if (colour === 'churn') return plural(node.churn, 'change');
  return plural(node.reads, 'read');
}

function describe(node: MapNode, colour: Colour): string {
  const files = node.children === undefined ? '' : `${plural(node.files, 'file')}, `;
  return `${files}${plural(node.lines, 'line')}, ${figure(node, colour)}`;
}

/** In proportion to its lines, so that a large file is not dense because it is large. */
function strength(node: MapNode, colour: Colour): number {
  if (colour === 'density') return node.notes / Math.sqrt(node.lines);
  return colour === 'churn' ? node.churn : node.reads;
}

function strongest(root: MapNode, colour: Colour): number {
  let most = 0;
  const look = (node: MapNode) => {
    if (node.children === undefined || node.children.length === 0)
      most = Math.max(most, strength(node, colour));
    else node.children.forEach(look);
  };
  look(root);
  return most;
}

const STEPS = 5;

function toneFor(node: MapNode, colour: Colour, most: number): string {
  if (colour === 'freshness') return node.state === 'unchecked' ? 'none' : `tone-${toneOf(node.state)}`;
  const value = strength(node, colour);
  if (value === 0 || most === 0) return 'none';
  return `step-${Math.max(1, Math.ceil(Math.sqrt(value / most) * STEPS))}`;
}

function Legend({
  root,
  colour,
  commits,
  most,
}: {
  root: MapNode;
  colour: Colour;
  commits: number;
  most: number;
}) {
  const words = {
    freshness: 'What is written about the code, compared with the code as it is now',
    density: 'Notes in proportion to the size of the code',
    churn: `Changes in the last ${commits} commits`,
    reads: 'How often agents read a file here',
  };
  return (
    <p class="legend">
      <span>
        {plural(root.files, 'file')}, {plural(root.lines, 'line')}.
      </span>
      <span class="dim">{words[colour]}:</span>
      {colour === 'freshness' ? (
        <>
          <Swatch tone="tone-good" title="fresh" />
          <Swatch tone="tone-warn" title="edited or stale" />
          <Swatch tone="tone-bad" title="lost" />
          <Swatch tone="none" title="nothing written" />
        </>
      ) : (
        <>
          <Swatch tone="none" title="none" />
          <Swatch tone="step-1" title="few" />
          <Swatch tone="step-5" title={most === 0 ? 'many (nothing is recorded yet)' : 'many'} />
        </>
      )}
    </p>
  );
}

function Swatch({ tone, title }: { tone: string; title: string }) {
  return (
    <span class="key">
      <span class={`swatch ${tone}`} aria-hidden="true" /> {title}
    </span>
  );
}
