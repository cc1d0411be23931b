/** `pilotbook pack …`: curated briefings with places in code. */
import { ACTIONS, expiredIn, type ToolValues } from '../../../app/index.ts';
import { AppError } from '../../../core/errors.ts';
import type { CallPlace } from '../call-place.ts';
import type { Command, CommandContext, CommandInput } from '../command.ts';
import { CURSOR, callTool, numberOption, toolCommand, withoutRoles } from '../tool-command.ts';

/** A word that begins with `pk_` is an id; anything else is a name. */
const target = (word: string | undefined) => (word?.startsWith('pk_') ? { id: word } : { name: word });
const TTL = {
  type: 'string',
  placeholder: 'MINUTES',
  doc: 'Minutes until the pack expires (default: never).',
} as const;
const PACK = { name: 'pack', doc: 'its name or id', required: true, rest: false };

const list = toolCommand({
  name: 'pack list',
  summary: 'List packs.',
  about: '',
  positionals: [
    {
      name: 'query',
      doc: 'only packs whose title, name or brief contains this',
      required: false,
      rest: true,
    },
  ],
  options: {
    status: {
      type: 'string',
      placeholder: 'STATUS',
      doc: 'Only packs with this status: draft or finalized.',
      values: ['draft', 'finalized'],
    },
  },
  examples: ['pilotbook pack list', 'pilotbook pack list --status draft auth'],
  tool: 'input',
  args: ({ words, options }) => ({ action: 'list', query: words.query, status: options.status }),
});

const show = toolCommand({
  name: 'pack show',
  summary: 'Show a pack with the code as it is now.',
  about: 'A ref is a place in the code. Refs whose code moved, changed or is gone are marked.',
  positionals: [PACK],
  options: {
    raw: { type: 'boolean', doc: 'Print the Markdown without colours, as an agent gets it.' },
    cursor: CURSOR,
  },
  examples: ['pilotbook pack show auth-flow', 'pilotbook pack show auth-flow --raw > auth.md'],
  tool: 'output',
  args: ({ words, options }) => ({ ...target(words.pack), cursor: options.cursor }),
  only: (text, { options }) => (options.raw === true ? withoutRoles(text) : text),
});

const create = toolCommand({
  name: 'pack create',
  summary: 'Create a draft pack, empty or from a bundle.',
  about: '',
  positionals: [{ name: 'name', doc: '3 to 120 characters, unique', required: true, rest: false }],
  options: {
    title: { type: 'string', placeholder: 'TEXT', doc: 'Its heading.' },
    brief: { type: 'string', placeholder: 'TEXT', doc: 'What it is for.' },
    ttl: TTL,
    'from-bundle': { type: 'string', placeholder: 'ID', doc: 'Start with the excerpts of a bundle.' },
  },
  examples: [
    'pilotbook pack create auth-flow --title "How a login works"',
    'pilotbook pack create retries --from-bundle bd_0123456789abcdef',
  ],
  tool: 'input',
  args: ({ words, options }) => ({
    action: 'create',
    name: words.name,
    title: options.title,
    brief: options.brief,
    ttl_minutes: numberOption(options.ttl),
    from_bundle: options['from-bundle'],
  }),
});

/** Actions of the tool `input` that change no existing pack. */
const NO_EDIT: readonly string[] = ['list', 'get', 'create'];

const edit = changing({
  name: 'pack edit',
  summary: 'Change a pack: its sections, refs, diagrams, title, status or expiry.',
  about:
    'The actions and fields are those of the tool `input`, in docs/tools.md. Pass fields as field=value.',
  positionals: [
    PACK,
    {
      name: 'action',
      doc: 'upsert_section, upsert_ref, upsert_diagram, delete_…, set_meta, set_status, touch_ttl',
      values: ACTIONS.filter((action) => !NO_EDIT.includes(action)),
      required: true,
      rest: false,
    },
    { name: 'fields', doc: 'field=value …', required: false, rest: true },
  ],
  examples: [
    'pilotbook pack edit auth-flow upsert_section section_key=entry section_title="Entry points"',
    'pilotbook pack edit auth-flow upsert_ref section_key=entry ref_key=login path=src/login.ts line_start=10 line_end=40',
    'pilotbook pack edit auth-flow set_status status=finalized',
  ],
  args: ({ words, rest }, place) => ({ action: words.action, ...fieldsOf(rest, place) }),
});

const refresh = changing({
  name: 'pack refresh',
  summary: 'Move the refs of a pack to where their code is now, and show what changed.',
  about: '',
  positionals: [PACK],
  examples: ['pilotbook pack refresh auth-flow'],
  args: () => ({ action: 'refresh' }),
});

const keep = changing({
  name: 'pack keep',
  summary: 'Remove the expiry of a pack.',
  about: 'The pack then stays until you delete it. One that has expired is restored.',
  positionals: [PACK],
  examples: ['pilotbook pack keep auth-flow'],
  args: () => ({ action: 'touch_ttl' }),
});

const restore = changing({
  name: 'pack restore',
  summary: 'Restore an expired pack.',
  about: 'Expired packs are kept for 90 days in expired/ next to the packs.',
  positionals: [PACK],
  options: { ttl: TTL },
  examples: ['pilotbook pack restore pk_f2ireb33', 'pilotbook pack restore auth-flow --ttl 10080'],
  args: ({ options }) => ({ action: 'touch_ttl', ttl_minutes: numberOption(options.ttl) }),
});

const remove = changing({
  name: 'pack delete',
  summary: 'Delete a pack.',
  about: '',
  positionals: [PACK],
  examples: ['pilotbook pack delete auth-flow'],
  args: () => ({ action: 'delete_pack' }),
});

interface Changing extends Omit<Command, 'options' | 'run'> {
  options?: Command['options'];
  args(input: CommandInput, place: CallPlace): Record<string, unknown>;
}

/** The tool asks for the revision that a change was made for; at a terminal that is the current one. */
function changing({ args, options = {}, ...words }: Changing): Command {
  const command: Command = {
    ...words,
    options,
    async run(input, context) {
      const revision = await revisionNow(input, context);
      const call = toolCommand({
        ...command,
        tool: 'input',
        args: (given) => ({
          ...target(given.words.pack),
          expected_revision: revision,
          ...args(given, context.place),
        }),
      });
      return await call.run(input, context);
    },
  };
  return command;
}

async function revisionNow(input: CommandInput, context: CommandContext): Promise<number> {
  const outcome = await callTool(context, 'input', { action: 'get', ...target(input.words.pack) });
  if (!outcome.isError) return packIn(outcome.value.payload).revision;
  // The tool knows what may be done with an expired pack.
  const expired = expiredIn(outcome.error);
  if (expired === undefined)
    throw new AppError('not_found', 'not_found', `There is no pack ${JSON.stringify(input.words.pack)}.`, {
      hint: 'pilotbook pack list shows them.',
    });
  return expired.revision;
}

type Payload = ToolValues['input']['payload'];
type OnePack = Exclude<Payload, { packs: unknown }>;

/** Every action but `list` answers with one pack. */
function packIn(payload: Payload): OnePack {
  if ('packs' in payload) throw new Error('a list of packs where one was asked for');
  return payload;
}

/** Text that is not a number stays as it was typed, so that the error can quote it. */
function numberOr(text: string): number | string {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

const NUMBERS = new Set(['line_start', 'line_end', 'section_order', 'ttl_minutes', 'extend_minutes']);

function fieldsOf(words: readonly string[], place: CallPlace): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const word of words) {
    const equals = word.indexOf('=');
    if (equals < 1)
      throw new AppError('invalid', 'usage', `${JSON.stringify(word)} is not of the form field=value.`);
    const [name, value] = [word.slice(0, equals), word.slice(equals + 1)];
    fields[name] = NUMBERS.has(name)
      ? numberOr(value)
      : name === 'tags'
        ? value.split(',').filter(Boolean)
        : name === 'path'
          ? place.path(value)
          : value;
  }
  return fields;
}

export const packCommands: readonly Command[] = [list, show, create, edit, refresh, keep, restore, remove];
