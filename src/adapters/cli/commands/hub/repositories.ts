/** Which repositories a hub serves: add, list, remove. */
import { AppError } from '../../../../core/errors.ts';
import { type Command, EXIT } from '../../command.ts';
import { COMMON, text, withStore, words } from './open-store.ts';

export const addCommand: Command = {
  name: 'hub add',
  summary: 'Add a repository to the hub.',
  about:
    'A running hub takes it in within a second. Secrets are named by the environment variable that holds them, never given here.',
  positionals: [
    { name: 'name', doc: 'how callers name it', required: true, rest: false },
    { name: 'url', doc: 'https, ssh or file address, or a path', required: true, rest: false },
  ],
  options: {
    ...COMMON,
    branch: {
      type: 'string',
      placeholder: 'NAMES',
      doc: 'Branches to keep, separated by commas; by default that of the origin.',
      list: true,
    },
    'secret-env': {
      type: 'string',
      placeholder: 'VARIABLE',
      doc: 'The variable that holds the token for the origin.',
    },
    'webhook-secret-env': {
      type: 'string',
      placeholder: 'VARIABLE',
      doc: 'The variable that holds the secret of the webhook.',
    },
  },
  examples: [
    'pilotbook hub add web https://git.example/team/web.git --branch main,release',
    'pilotbook hub add tools ../tools',
  ],
  async run(input, context) {
    const { repositorySettings } = await import('../../../../hub/index.ts');
    const { options, words: given } = input;
    const repository = repositorySettings(
      {
        name: given.name ?? '',
        url: given.url ?? '',
        branches: words(options.branch),
        secretEnv: text(options['secret-env']),
        webhookEnv: text(options['webhook-secret-env']),
      },
      context.cwd,
    );
    await withStore(input, context, async (store, tell) => {
      await store.putRepository(repository, false);
      await tell(repository.name);
    });
    context.print.line(`${repository.name} is added; pilotbook hub list shows when it can be searched.`);
    return EXIT.ok;
  },
};

export const listCommand: Command = {
  name: 'hub list',
  summary: 'List the repositories of the hub, with the commit of each branch.',
  about: '',
  positionals: [],
  options: COMMON,
  examples: ['pilotbook hub list'],
  async run(input, context) {
    const { print } = context;
    const [repositories, branches] = await withStore(
      input,
      context,
      async (store) => [await store.repositories(), await store.branches()] as const,
    );
    const rows = repositories.map((repository) => ({
      ...repository,
      kept: branches.filter((each) => each.repository === repository.name),
    }));
    if (context.json) {
      print.json({ repositories: rows });
      return EXIT.ok;
    }
    if (rows.length === 0) print.line('There are none. pilotbook hub add NAME URL adds one.');
    for (const { name, url, kept, problem, problemSince } of rows) {
      print.line(`${name}  ${url}`);
      for (const { name: branch, commit, files } of kept)
        print.line(`  ${branch}@${commit.slice(0, 12)}  ${files} files`);
      if (kept.length === 0) print.line('  not indexed yet');
      if (problem !== undefined)
        print.line(`  ${problem} (since ${new Date(problemSince ?? 0).toISOString()})`);
    }
    return EXIT.ok;
  },
};

export const removeCommand: Command = {
  name: 'hub remove',
  summary: 'Remove a repository from the hub; its origin stays as it is.',
  about: '',
  positionals: [{ name: 'name', doc: 'as hub list shows it', required: true, rest: false }],
  options: COMMON,
  examples: ['pilotbook hub remove web'],
  async run(input, context) {
    const name = input.words.name ?? '';
    const removed = await withStore(input, context, async (store, tell) => {
      const done = await store.removeRepository(name);
      await tell(name);
      return done;
    });
    if (!removed)
      throw new AppError(
        'not_found',
        'repository_not_found',
        `There is no repository ${JSON.stringify(name)}.`,
        { hint: 'pilotbook hub list shows them.' },
      );
    context.print.line(`${name} is removed.`);
    return EXIT.ok;
  },
};
