/** The answers of packs as text. `output` is text already. */
import {
  type AnswerText,
  aside,
  bad,
  bold,
  dim,
  indented,
  type Line,
  line,
  place,
  shownOf,
  type TextView,
  warn,
} from '../../core/answer.ts';
import type { InputAnswer, InputPayload } from './input.ts';

type OnePack = Exclude<InputPayload, { packs: unknown }>;
type Section = Extract<OnePack, { sections: unknown }>['sections'][number];

function inputText({ action, payload }: InputAnswer, view: TextView): AnswerText {
  if ('packs' in payload) return packsText(payload, view);
  if (payload.deleted) return [line(bold(payload.id), '  deleted')];
  return [
    ...(action === 'get' && 'sections' in payload
      ? [packLine(payload), ...wholePack(payload)]
      : [line(bold(payload.id), `  revision ${payload.revision}, ${lifeOf(payload)}`)]),
    ...(payload.refreshed ? refreshedText(payload.refreshed) : []),
  ];
}

function packsText({ packs, total }: Extract<InputPayload, { packs: unknown }>, view: TextView): AnswerText {
  const { query, status } = view.input;
  if (packs.length === 0)
    return [
      aside(
        query !== undefined
          ? `No pack${status === undefined ? '' : ` that is ${status}`} matches ${JSON.stringify(query)}.`
          : status === undefined
            ? 'There are no packs.'
            : `No pack is ${status}.`,
      ),
    ];
  const offset = view.argument('offset');
  const next = Number(view.input.offset ?? 0) + packs.length;
  const how = offset === undefined ? 'narrow them by a query' : `continue with ${offset} ${next}`;
  return [...packs.map(packLine), ...shownOf(packs.length, total, 'packs', how)];
}

function packLine(pack: Pick<OnePack, 'id' | 'name' | 'title' | 'status' | 'revision'> & Life): Line {
  const words = [pack.name, pack.title].filter((word) => word !== undefined && word !== '');
  const state = `${pack.status}, revision ${pack.revision}, ${lifeOf(pack)}`;
  return line(bold(pack.id), `  ${[...new Set(words), state].join('  ')}`);
}

type Life = Pick<OnePack, 'expires_at' | 'ttl_remaining_human'>;

/** When the pack expires, in words. */
function lifeOf(pack: Life): string {
  return pack.expires_at === null ? 'no expiry' : `expires in ${pack.ttl_remaining_human}`;
}

function wholePack({ brief, tags, sections }: Extract<OnePack, { sections: unknown }>): Line[] {
  return [
    ...(brief ? indented(brief) : []),
    ...(tags.length === 0 ? [] : [line(dim(`tags: ${tags.join(', ')}`))]),
    ...sections.flatMap(sectionLines),
  ];
}

function sectionLines({ key, title, description, refs, diagrams }: Section): Line[] {
  return [
    line('section ', bold(key), `  ${title}`),
    ...(description ? indented(description) : []),
    ...refs.flatMap((ref) => [
      line(
        '  ref ',
        bold(ref.key),
        '  ',
        place(ref.path, ref.lines.start, ref.lines.end),
        ref.title ? `  ${ref.title}` : '',
        ref.group ? dim(`  group ${ref.group}`) : '',
        ref.anchored ? '' : warn('  not anchored'),
      ),
      ...(ref.why ? indented(ref.why) : []),
    ]),
    ...diagrams.flatMap((diagram) => [
      line('  diagram ', bold(diagram.key), `  ${diagram.title}`),
      ...(diagram.why ? indented(diagram.why) : []),
      ...indented(diagram.mermaid),
    ]),
  ];
}

function refreshedText({ fresh, changed }: NonNullable<OnePack['refreshed']>): Line[] {
  return [
    ...changed.map(({ section, ref, state, reason, from, to }) => {
      const places = from === undefined ? '' : `${from === to ? to : `${from} to ${to}`}  `;
      const paint = state === 'stale' ? bad : warn;
      return line('  ', paint(state.padEnd(6)), `  ${section}/${ref}  ${places}`, dim(reason));
    }),
    aside(dim(`${changed.length} changed, ${fresh} unchanged`)),
  ];
}

/** Headings and marks as a terminal shows them; to a client it is the Markdown. */
function outputText(markdown: string): AnswerText {
  return markdown
    .replace(/\n$/, '')
    .split('\n')
    .map((each) => {
      if (/^#{1,6} /.test(each) || each.startsWith('[')) return line(bold(each));
      return line(each.startsWith('> ') ? warn(each) : each);
    });
}

export const packsTexts = { input: inputText, output: outputText };
