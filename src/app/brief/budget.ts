/** What of a brief fits: risks first, then the names of what governs, then their texts, then the list of files. */
import { estimateTokens } from '../../core/text/index.ts';
import type { Brief, Risk } from './brief.ts';
import type { Change } from './change.ts';
import type { Governing, UnreadNotes } from './governing.ts';
import {
  briefMarkdown,
  fileLine,
  governingLine,
  headLines,
  riskLine,
  SECTIONS,
  textLines,
} from './markdown.ts';

export const DEFAULT_TOKENS = 2000;
/** Below this not even the last line, which says what is missing, would fit. */
export const LEAST_TOKENS = 200;
export const MOST_TOKENS = 100_000;
/** For that last line. */
const RESERVED_TOKENS = 120;

export interface WholeBrief {
  change: Change;
  risks: readonly Risk[];
  governing: readonly Governing[];
  unread: readonly UnreadNotes[];
  notes: readonly string[];
}

export function withinBudget(whole: WholeBrief, budget: number): Brief {
  const { change, risks, governing, unread } = whole;
  const notes = [...unread.map(unreadNote), ...whole.notes];
  const room = allowance(budget - RESERVED_TOKENS);
  room.takes(headLines(change.title, notes).join('\n'));
  if (risks.length > 0) room.takes(SECTIONS.atRisk.join('\n'));
  const atRisk = risks.filter((risk) => room.takes(riskLine(risk)));
  if (governing.length > 0) room.takes(SECTIONS.governing.join('\n'));
  const named = governing.filter((item) => room.takes(governingLine(item)));
  const texts = new Set(
    named.filter((item) => item.text !== '' && room.takes(textLines(item).join('\n'))).map(({ id }) => id),
  );
  if (change.files.length > 0) room.takes(SECTIONS.files.join('\n'));
  const files = change.files.filter((file) => room.takes(fileLine(file)));
  const brief: Brief = {
    title: change.title,
    base: change.base ?? null,
    files,
    at_risk: atRisk,
    governing: named.map(({ text, ...item }) => (texts.has(item.id) ? { ...item, text } : item)),
    left_out: {
      files: change.files.length - files.length,
      at_risk: risks.length - atRisk.length,
      governing: governing.filter((item) => !named.includes(item)).map(({ id }) => id),
      texts: named.filter(({ id, text }) => text !== '' && !texts.has(id)).map(({ id }) => id),
    },
    tokens: { budget, used: 0 },
    unread: unread.map(({ path }) => path),
    notes,
  };
  return { ...brief, tokens: { budget, used: estimateTokens(briefMarkdown(brief)) } };
}

/** Takes what still fits; a piece that is too long does not stop a shorter one after it. */
function allowance(tokens: number): { takes(text: string): boolean } {
  let left = tokens;
  return {
    takes(text) {
      const cost = estimateTokens(`${text}\n`);
      if (cost > left) return false;
      left -= cost;
      return true;
    },
  };
}

function unreadNote({ path, why }: UnreadNotes): string {
  return `${path} cannot be read (${why}): its decisions are missing here; run pilotbook check.`;
}
