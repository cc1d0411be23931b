/** What of a brief fits: risks first, then the names of what governs, users and tests, then texts, then the list of files. */
import { estimateTokens } from '../../core/text/index.ts';
import type { Users } from '../impact/users.ts';
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
  userLine,
} from './markdown.ts';

export const DEFAULT_TOKENS = 2000;
/** Below this not even the last line, which says what is missing, would fit. */
export const LEAST_TOKENS = 200;
export const MOST_TOKENS = 100_000;
/** Of users and of tests; `pilotbook impact` has the rest. */
const MOST_REACHED = 12;
/** For that last line. */
const RESERVED_TOKENS = 120;

export interface WholeBrief {
  change: Change;
  risks: readonly Risk[];
  governing: readonly Governing[];
  reached: Pick<Users, 'users' | 'tests'>;
  unread: readonly UnreadNotes[];
  notes: readonly string[];
}

export function withinBudget(whole: WholeBrief, budget: number): Brief {
  const { change, risks, governing, reached, unread } = whole;
  const notes = [...unread.map(unreadNote), ...whole.notes];
  const room = allowance(budget - RESERVED_TOKENS);
  room.takes(headLines(change.title, notes).join('\n'));
  if (risks.length > 0) room.takes(SECTIONS.atRisk.join('\n'));
  const atRisk = risks.filter((risk) => room.takes(riskLine(risk)));
  if (governing.length > 0) room.takes(SECTIONS.governing.join('\n'));
  const named = governing.filter((item) => room.takes(governingLine(item)));
  if (reached.users.length > 0) room.takes(SECTIONS.users.join('\n'));
  const users = reached.users.slice(0, MOST_REACHED).filter((user) => room.takes(userLine(user)));
  if (reached.tests.length > 0) room.takes(SECTIONS.tests.join('\n'));
  const tests = reached.tests.slice(0, MOST_REACHED).filter((test) => room.takes(userLine(test)));
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
    users,
    tests,
    left_out: {
      files: change.files.length - files.length,
      at_risk: risks.length - atRisk.length,
      governing: governing.filter((item) => !named.includes(item)).map(({ id }) => id),
      texts: named.filter(({ id, text }) => text !== '' && !texts.has(id)).map(({ id }) => id),
      users: reached.users.length - users.length,
      tests: reached.tests.length - tests.length,
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
