/** The command that does what a tool does, so that messages at a terminal name commands instead of tools. */
import { inWordsOf, outsideQuotes, type ToolNaming } from '../../app/index.ts';

export const COMMAND_OF_TOOL: Readonly<Record<string, string>> = {
  'repo.search': 'search',
  'repo.outline': 'outline',
  'repo.open_file': 'open',
  'repo.list_files': 'files',
  'repo.symbol': 'show',
  'repo.references': 'refs',
  'repo.build_context_bundle': 'bundle',
  'repo.refresh_index': 'index',
  'repo.status': 'status',
  'repo.audit_log': 'log',
  'context.get': 'stash show',
  'context.list': 'stash list',
  'context.search': 'stash search',
  'context.create': 'stash add',
  list_contexts: 'contexts list',
  query_context: 'contexts show',
  check_freshness: 'contexts check',
  context_search: 'ask',
  grep_codebase: 'grep',
  read_file: 'read',
};

/** `input` and `output` are several commands each, so they keep their names. */
export const namedAsCommand: ToolNaming = ({ name }) => {
  const command = COMMAND_OF_TOOL[name];
  return command === undefined ? name : `pilotbook ${command}`;
};

const named = inWordsOf(
  namedAsCommand,
  Object.keys(COMMAND_OF_TOOL).map((name) => ({ name, safeName: name })),
);

/** Replaces tool names in one of our sentences. */
export const inCommands = outsideQuotes(named);
