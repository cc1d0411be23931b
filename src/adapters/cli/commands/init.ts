/** `pilotbook init`, and `stash init`, which the stash contract calls `--init`. */
import { isAbsolute } from 'node:path';
import { CLIENTS, type HubRequest, hubEntry } from '../../../app/command-line.ts';
import type { SetupStep } from '../../../app/index.ts';
import { AppError } from '../../../core/errors.ts';
import { type Command, type CommandContext, type CommandInput, EXIT } from '../command.ts';
import type { Printer } from '../print.ts';

const CLIENT_IDS = CLIENTS.map(({ id }) => id);

export const initCommand: Command = {
  name: 'init',
  summary: 'Set up this project: notes, the agents file and your MCP clients.',
  about: [
    'Shows what it will write, and asks: .context/config.json, one marked block in the agents file, and one entry in the',
    'configuration of each client. Nothing else in those files changes. Running it again changes nothing; --remove undoes it.',
  ].join('\n'),
  positionals: [],
  options: {
    client: {
      type: 'string',
      placeholder: 'LIST',
      doc: `Which clients: ${CLIENT_IDS.join(', ')}, all or none (default: those found).`,
      values: [...CLIENT_IDS, 'all', 'none'],
      list: true,
    },
    yes: { type: 'boolean', doc: 'Write without asking.' },
    'dry-run': { type: 'boolean', doc: 'Show the lines that would change, without writing them.' },
    global: { type: 'boolean', doc: 'Write to your user-level client files instead of the project’s.' },
    local: {
      type: 'boolean',
      doc: 'Make clients start this copy of the program by its path, not the npm package.',
    },
    answers: {
      type: 'string',
      placeholder: 'FORM',
      doc: 'The form of answers that clients get: text (default; an entry that says json keeps it) or json.',
      values: ['text', 'json'],
    },
    hub: {
      type: 'string',
      placeholder: 'URL',
      doc: 'Also write an entry for a hub of your team; its token comes from an environment variable.',
    },
    'hub-only': { type: 'boolean', doc: 'With --hub: no entry for the local server.' },
    'hub-token-env': {
      type: 'string',
      placeholder: 'VARIABLE',
      doc: 'With --hub: the variable that holds the token (default PILOTBOOK_HUB_TOKEN).',
    },
    'insecure-hub': {
      type: 'boolean',
      doc: 'With --hub: allow plain HTTP to another machine.',
    },
    skill: {
      type: 'boolean',
      doc: 'Also write a skill and a subagent, where clients support them. Files that you changed are kept.',
    },
    remove: { type: 'boolean', doc: 'Remove what init wrote. Entries stay.' },
  },
  examples: [
    'pilotbook init',
    'pilotbook init --yes --client claude-code,cursor',
    'pilotbook init --dry-run --client all',
    'pilotbook init --local',
    'pilotbook init --answers json',
    'pilotbook init --hub https://code.example',
    'pilotbook init --remove --yes',
  ],
  async run({ options }, context) {
    const { print, place } = context;
    const remove = options.remove === true;
    const { answers } = options;
    const app = await context.app();
    const plan = await app.planSetup({
      clients:
        typeof options.client === 'string' ? options.client.split(',').map((word) => word.trim()) : undefined,
      global: options.global === true,
      remove,
      skill: options.skill === true,
      home: context.home,
      program: context.program,
      local: options.local === true,
      answers: answers === 'json' || answers === 'text' ? answers : undefined,
      hub: hubOf(options),
    });
    if (context.json) print.json({ found: plan.found, steps: plan.steps, notes: plan.notes });
    else {
      const languages = plan.found.languages.map(({ name, files }) => `${name} (${files})`).join(', ');
      print.line(
        `git: ${plan.found.git ? 'yes' : 'no'}; languages: ${languages || 'none'}; clients: ${plan.found.clients.join(', ') || 'none found'}`,
      );
      for (const step of plan.steps) showStep(step, options['dry-run'] === true, print);
    }
    if (!context.json) for (const note of plan.notes) print.line(print.paint.warn(note));
    const failed = plan.steps.some(({ what }) => what === 'failed');
    if (options['dry-run'] === true) return failed ? EXIT.failed : EXIT.ok;
    if (plan.steps.every(({ what }) => !WRITES.has(what))) {
      if (!context.json) print.note(failed ? notAll(remove) : 'Nothing to do.');
      return failed ? EXIT.failed : EXIT.ok;
    }
    if (options.yes !== true && !(await agreed(context, remove))) {
      print.note(`Nothing was ${remove ? 'removed' : 'written'}.`);
      return EXIT.failed;
    }
    const failures = await plan.apply(context.signal);
    for (const { file, reason } of failures) print.note(`${print.paint.bad('failed')}    ${file}  ${reason}`);
    if (failures.length > 0) return EXIT.failed;
    if (failed) {
      print.note(notAll(remove));
      return EXIT.failed;
    }
    if (!context.json)
      print.line(
        remove
          ? 'Done.'
          : `Done. Start your client in ${place.root || 'this directory'}, or try: pilotbook search WORDS`,
      );
    return EXIT.ok;
  },
};

function hubOf(options: CommandInput['options']): HubRequest | undefined {
  const { hub, 'hub-token-env': variable } = options;
  if (typeof hub !== 'string') {
    const lone = ['hub-only', 'hub-token-env', 'insecure-hub'].find((name) => options[name] !== undefined);
    if (lone === undefined) return undefined;
    throw new AppError('invalid', 'usage', `--${lone} needs --hub URL.`);
  }
  const tokenEnv = typeof variable === 'string' ? variable : undefined;
  return {
    ...hubEntry(hub, tokenEnv, options['insecure-hub'] === true),
    only: options['hub-only'] === true,
  };
}

const WRITES = new Set<SetupStep['what']>(['create', 'update', 'delete']);

function notAll(remove: boolean): string {
  return `Files marked as failed were not changed. Fix them, then run pilotbook init${remove ? ' --remove' : ''} again.`;
}

function showStep({ file, what, reason, lines = [] }: SetupStep, withLines: boolean, print: Printer): void {
  const name = isAbsolute(file) || file.startsWith('~') ? file : print.here(file);
  const paint = what === 'failed' ? print.paint.bad : print.paint.warn;
  print.line(`  ${what.padEnd(9)} ${name}${reason === undefined ? '' : paint(`  ${reason}`)}`);
  if (withLines) for (const line of lines) print.line(print.paint.dim(`      ${line}`));
}

async function agreed(context: CommandContext, remove: boolean): Promise<boolean> {
  if (!context.interactive) {
    context.print.note('stdin is not a terminal, so nobody can be asked. Pass --yes to go on.');
    return false;
  }
  const answer = await context.ask(`${remove ? 'Remove' : 'Write'} this? [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

/** `--init` of specs/stash: the notes and the agents file, by the name the spec gives it; no clients. */
export const stashInitCommand: Command = {
  name: 'stash init',
  summary: 'Create .context/ and the block in agents.md; pilotbook --init does the same.',
  about: 'If there is an agents.md or AGENTS.md, the block is added to it and nothing else in it changes.',
  positionals: [],
  options: {},
  examples: ['pilotbook stash init', 'context-stash --init'],
  async run(_, { app, print, json }) {
    const report = await (await app()).initStash();
    if (json) print.json(report);
    else {
      print.line(`.context/              ${report.directory}`);
      print.line(`.context/config.json   ${report.config}`);
      print.line(
        `${report.agentsFile.name.padEnd(22)} ${report.agentsFile.change}${report.agentsFile.reason ? `: ${report.agentsFile.reason}` : ''}`,
      );
    }
    return EXIT.ok;
  },
};
