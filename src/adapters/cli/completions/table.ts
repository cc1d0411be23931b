/** What can be typed where, from the tables of commands and options. The script of every shell is generated from this. */
import { TOOLSETS } from '../../../app/index.ts';
import { OPTIONS } from '../../../config/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import type { Command } from '../command.ts';
import { COMMON_OPTIONS } from '../parse.ts';

/** What can be typed in one place. */
export interface Slot {
  /** The words to choose from; empty where anything can be typed. */
  values: readonly string[];
  /** Several of them, separated by commas. */
  list: boolean;
  /** A file or directory is typed here. */
  path: boolean;
}

export interface Flag {
  name: string;
  doc: string;
  /** Absent if it takes no value. */
  value: Slot | undefined;
}

export interface CompletedCommand {
  /** One word or two. */
  name: string;
  summary: string;
  /** The flags that --help lists; all of the configuration for `serve`. */
  flags: readonly Flag[];
  /** Its words, in order. */
  slots: readonly Slot[];
}

export interface CompletionTable {
  /** First words, with what a command of that name does; undefined for a group. */
  first: ReadonlyMap<string, string | undefined>;
  commands: readonly CompletedCommand[];
  /** Before the command. */
  before: readonly Flag[];
  /** Every command takes these, even if they are not offered. */
  configuration: readonly Flag[];
  /** The options that take a value, with their dashes. A name takes a value in all commands or in none. */
  valued: readonly string[];
}

/** Values of options that the configuration does not know. */
const VALUES: Readonly<Record<string, readonly string[]>> = { toolsets: TOOLSETS };

export function completionTable(commands: readonly Command[]): CompletionTable {
  const configuration = Object.values(OPTIONS).map(
    ({ flags: [name = ''], doc, placeholder, values = VALUES[name] ?? [], list = false }): Flag => ({
      name,
      doc,
      value: { values, list, path: placeholder === 'DIR' },
    }),
  );
  const common = [
    ...Object.entries(COMMON_OPTIONS).map(([name, { doc }]): Flag => ({ name, doc, value: undefined })),
    ...configuration.filter(({ name }) => name === 'root'),
  ];
  const first = new Map<string, string | undefined>();
  for (const { name, summary } of commands) {
    const [word = '', second] = name.split(' ');
    if (second === undefined || !first.has(word)) first.set(word, second === undefined ? summary : undefined);
  }
  const completed = commands.map(
    (command): CompletedCommand => ({
      name: command.name,
      summary: command.summary,
      flags: [
        ...Object.entries(command.options).map(
          ([name, option]): Flag => ({
            name,
            doc: option.doc,
            value: option.type === 'string' ? slotOf(option) : undefined,
          }),
        ),
        ...common,
        ...(command.name === 'serve' ? configuration.filter(({ name }) => name !== 'root') : []),
      ].sort((a, b) => byCodeUnit(a.name, b.name)),
      slots: command.positionals.map(slotOf),
    }),
  );
  const valued = [...configuration, ...completed.flatMap(({ flags }) => flags)].filter(({ value }) => value);
  return {
    first,
    commands: completed,
    before: [...common, { name: 'version', doc: 'Show the version.', value: undefined }],
    configuration,
    valued: [...new Set(valued.map(({ name }) => `--${name}`))],
  };
}

function slotOf({
  values = [],
  list = false,
  names,
}: Pick<Command['options'][string], 'values' | 'list' | 'names'>): Slot {
  return { values, list, path: names !== undefined };
}

/** The second words of commands that have two, by the first. */
export function commandGroups(commands: readonly CompletedCommand[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [group = '', word] = name.split(' ');
    if (word !== undefined) groups.set(group, [...(groups.get(group) ?? []), word]);
  }
  return groups;
}

export function flagWords(flags: readonly Flag[]): string {
  return flags.map(({ name }) => `--${name}`).join(' ');
}
