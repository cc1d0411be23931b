/** Finds the commands of ours in a sentence, so that each can be copied; sentences of `check` and `doctor` name them without quotes. */

const ONE_WORD = /(?:"[^"]*"|'[^']*'|[^\s;,:)]*[^\s;,:).])/.source;
/** Those that are whole as they are, and those that take one word more. */
const COMMANDS = [
  'check --fix',
  'doctor --repair',
  'init --local',
  'init',
  'index',
  'stash init',
  'stash add(?! --)',
  'contexts validate',
  `stash add --supersedes ${ONE_WORD}`,
  `(?:stash show|contexts generate|contexts stamp|pack restore|pack refresh) ${ONE_WORD}`,
  `pack edit ${ONE_WORD} touch_ttl extend_minutes=\\d+`,
];
const PATTERN = new RegExp(`(pilotbook (?:${COMMANDS.join('|')}))(?![\\w-])`);

/** The pieces of the sentence in order; every second one is a command. */
export function splitAtCommands(text: string): string[] {
  return text.split(PATTERN);
}
