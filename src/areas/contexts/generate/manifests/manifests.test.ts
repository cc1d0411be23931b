import { expect, test } from 'vitest';
import { expectLinear } from '../../../../../tests/helpers/growth.ts';
import { readManifests } from './index.ts';

const read = async (files: Record<string, string>) =>
  await readManifests(Object.keys(files), async (name) => files[name]);

test.each([
  [
    'package.json',
    '{"name":"n","description":"d","dependencies":{"a":"1"},"devDependencies":{"b":"1"},"engines":{"node":">=20"},"packageManager":"pnpm@9"}',
    {
      kind: 'npm',
      dependencies: ['a'],
      devDependencies: ['b'],
      runtimes: ['Node.js >=20'],
      packageManager: 'pnpm',
    },
  ],
  [
    'pyproject.toml',
    '[project]\nname = "n"\ndescription = "d"\nrequires-python = ">=3.12"\ndependencies = ["a>=1; x", "c[extra]"]\n[dependency-groups]\ndev = ["b"]\n',
    { kind: 'python', dependencies: ['a', 'c'], devDependencies: ['b'], runtimes: ['Python >=3.12'] },
  ],
  [
    'Cargo.toml',
    '[package]\nname = "n"\ndescription = "d"\nrust-version = "1.70"\n[dependencies]\na = "1"\n[dev-dependencies]\nb = "1"\n',
    { kind: 'cargo', dependencies: ['a'], devDependencies: ['b'], runtimes: ['Rust 1.70'] },
  ],
  [
    'go.mod',
    'module n\n\ngo 1.22\n\nrequire (\n\tgithub.com/a/b v1.0.0\n\tgithub.com/c/d v1.0.0 // indirect\n)\n',
    { kind: 'go', dependencies: ['github.com/a/b'], runtimes: ['Go 1.22'] },
  ],
  [
    'pom.xml',
    '<project><parent><artifactId>p</artifactId></parent><artifactId>n</artifactId><description>d</description><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency><dependency><groupId>g</groupId><artifactId>b</artifactId><scope>test</scope></dependency></dependencies></project>',
    { kind: 'maven', dependencies: ['g:a'], devDependencies: ['g:b'] },
  ],
  [
    'n.gemspec',
    'Gem::Specification.new do |s|\n  s.name = "n"\n  s.summary = "d"\n  s.add_dependency "a", "~> 1"\n  s.add_development_dependency "b"\nend\n',
    { kind: 'ruby', dependencies: ['a'], devDependencies: ['b'] },
  ],
  [
    'composer.json',
    '{"name":"n","description":"d","require":{"php":">=8","x/a":"1"},"require-dev":{"x/b":"1"}}',
    { kind: 'composer', dependencies: ['x/a'], devDependencies: ['x/b'], runtimes: ['PHP >=8'] },
  ],
  [
    'mix.exs',
    'defmodule N.MixProject do\n  def project, do: [app: :n, description: "d", elixir: "~> 1.15"]\n  defp deps, do: [{:a, "~> 1.0"}, {:b, "~> 1.0", only: :test}]\nend\n',
    { kind: 'mix', dependencies: ['a'], devDependencies: ['b'], runtimes: ['Elixir ~> 1.15'] },
  ],
])('%s is read as data', async (name, text, expected) => {
  const [manifest, ...more] = await read({ [name]: text });
  expect(more).toEqual([]);
  expect(manifest).toMatchObject(expected);
  if (name !== 'go.mod') expect(manifest).toMatchObject({ name: 'n', description: 'd' });
});

test('a second manifest of a kind only fills in what the first left out', async () => {
  const [manifest] = await read({
    'setup.py': 'setup(name="old", description="From setup")',
    'pyproject.toml': '[project]\nname = "new"\n',
    'requirements.txt': '# pinned\na==1\n-r other.txt\n',
  });
  expect(manifest).toMatchObject({ name: 'new', description: 'From setup', dependencies: ['a'] });
});

test.each(['package.json', 'pyproject.toml', 'Cargo.toml', 'composer.json'])(
  'a broken %s is as if absent',
  async (name) => {
    expect(await read({ [name]: '{[<' })).toEqual([]);
  },
);

test('values of the wrong form are as if absent', async () => {
  const [manifest] = await read({
    'package.json': '{"name":1,"dependencies":[],"scripts":"x","engines":null,"__proto__":{"x":1}}',
  });
  expect(manifest).toMatchObject({ name: undefined, dependencies: ['0'].slice(1), scripts: [] });
});

test.each([
  ['pom.xml', '<dependency>'],
  ['pom.xml', '<!--'],
  ['pom.xml', '<parent>'],
  ['mix.exs', '{:a, '],
  ['Gemfile', "gem 'a'\n"],
  ['go.mod', 'require a.b/c '],
])('a %s of many %j takes time in proportion', async (name, piece) => {
  await expectLinear((pieces) => read({ [name]: piece.repeat(pieces) }), 5000);
});
