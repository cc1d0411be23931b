/** server.json, the entry in the MCP registry, and what has to be true before a release. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { openQuestions, stamped } from '../../scripts/release-facts.ts';
import entry from '../../server.json' with { type: 'json' };
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { parseLine } from '../../src/adapters/cli/parse.ts';

/** One release, not a range and not a tag. */
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/);
const input = {
  description: z.string().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  isRequired: z.boolean().optional(),
  value: z.string().optional(),
};
/** The rules of the registry's schema for the fields that we use; other fields are mistakes. */
const schema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }).optional(),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        identifier: z.string(),
        version: exactVersion,
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(
          z.discriminatedUnion('type', [
            z.strictObject({ ...input, type: z.literal('positional'), value: z.string() }),
            z.strictObject({ ...input, type: z.literal('named'), name: z.string().startsWith('--') }),
          ]),
        ),
      }),
    )
    .length(1),
});

describe('server.json', () => {
  test('keeps the rules of the registry', () => {
    expect(schema.parse(entry)).toEqual(entry);
  });

  test('says what package.json says', () => {
    expect(entry.name).toBe(manifest.mcpName);
    expect(entry.version).toBe(manifest.version);
    expect(entry.packages).toMatchObject([{ identifier: manifest.name, version: manifest.version }]);
    expect(stamped(entry, manifest)).toEqual(entry);
  });

  test('gives a command line that the program takes', () => {
    const words = entry.packages.flatMap(({ packageArguments }) =>
      packageArguments.map(({ name, value = '/repository' }) =>
        name === undefined ? value : `${name}=${value}`,
      ),
    );
    const command = COMMANDS.find(({ name }) => name === words[0]);
    expect(command?.name).toBe('serve');
    expect(parseLine(command ?? expect.unreachable(), words.slice(1)).flags).toEqual({
      answers: 'text',
      root: '/repository',
    });
  });
});

describe('before a release', () => {
  const ready = {
    name: 'pilotbook',
    version: '1.2.3',
    mcpName: 'io.github.somebody/pilotbook',
    repository: { type: 'git', url: 'git+https://github.com/somebody/pilotbook.git' },
  };
  const notice = 'All sources are recorded.';

  test('a project with an address, its own name and a stamped entry has no open question', () => {
    const complete = stamped(entry, ready);
    expect(complete).toMatchObject({
      name: ready.mcpName,
      version: '1.2.3',
      repository: { url: 'https://github.com/somebody/pilotbook', source: 'github' },
    });
    expect(openQuestions(ready, complete, notice)).toEqual([]);
    expect(schema.parse(complete)).toEqual(complete);
  });

  test.each([
    ['no repository', { ...ready, repository: undefined }, notice, '"repository"'],
    [
      'the name of another',
      { ...ready, mcpName: 'io.github.other/pilotbook' },
      notice,
      'io.github.somebody/',
    ],
    ['a version that was not stamped', { ...ready, version: '1.2.4' }, notice, 'server.json'],
    ['a model for development', ready, 'The table is for development.', 'assets/model'],
  ])('%s is an open question', (_, facts, modelNotice, words) => {
    const { repository, ...rest } = facts;
    const project = repository === undefined ? rest : { ...rest, repository };
    const complete = stamped(entry, { ...project, version: ready.version });
    expect(openQuestions(project, complete, modelNotice)).toEqual([expect.stringContaining(words)]);
  });

  test('npm publishes for all, with provenance, and only after the questions were asked', () => {
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    expect(manifest.scripts.prepublishOnly).toBe('tsx scripts/release.ts check');
  });
});
