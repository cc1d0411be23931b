/** What names of Elixir refer to, within a file and across files. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../read-facts.ts';

const STORE = `defmodule App.Store do
  @spec «certain type save»(integer) :: atom
  def «definition save»(id) when id > 0 do
    id |> check() |> «certain call save»()
    Enum.map([1], &«certain save»/1)
    «other save» = 1
    {«other save», __MODULE__.«certain save»(2)}
  end
  def «definition save»(nil), do: nil
  defp check(x), do: x
end
`;

test('clauses are one function; it is found bare, through its module, its aliases and imports', async () => {
  const files = {
    'web/odd_place.ex': STORE,
    'lib/a.ex': `defmodule A do
  alias App.Store
  alias App.{Other, Store.Deep}
  alias App.Store, as: Rows
  def run(x) do
    Store.«certain call save»(1) # «comment save»
    x |> Rows.«certain call save»()
    Other.«other save»(x)
    Deep.«other save»(x)
    x.«possible save»
    "«string save» #{App.Store.«certain save»(1)}"
  end
end
`,
    'lib/b.ex': 'defmodule B do\n  import App.Store\n  def run, do: «certain call save»(1)\nend\n',
    'lib/c.ex': 'defmodule C do\n  def run, do: «other save»(Store.«other save»(1))\nend\n',
    'lib/d.ex': 'defmodule D do\n  use App.Web\n  def run, do: «possible save»(1)\nend\n',
    'lib/other.ex': 'defmodule App.Other do\n  def «other save»(a), do: a\nend\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a module is found by its full name, its aliases and as a struct', async () => {
  const files = {
    'lib/app.ex': `defmodule App do
  defmodule «definition Row» do
    defstruct [:id]
  end
  def new, do: %«certain type Row»{id: 1}
end
`,
    'lib/b.ex':
      'defmodule B do\n  alias App.«certain import Row»\n  def a(%«certain type Row»{} = r), do: «certain read Row».b(r)\nend\n',
    'lib/c.ex': 'defmodule C do\n  def a, do: {App.«certain Row», «other Row», Other.«other Row»}\nend\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('an attribute belongs to its module, and is no variable or function of its name', async () => {
  const files = {
    'a.ex': `defmodule A do
  @«definition limit» 3
  def limit(n), do: n > @«certain read limit»
  def b(«other limit»), do: «other limit»
end
defmodule B do
  def a, do: @«other limit»
end
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('names bound by patterns are seen in their clause only', async () => {
  const files = {
    'a.ex': `defmodule A do
  def a(x) do
    case x do
      {:ok, «definition row»} when «certain row» > 1 -> «certain read row»
      ^x -> «other row»()
    end
    for «other row» <- x, do: «other row»
    fn %{a: «other row»} -> «other row» end
  end
end
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('broken and deep texts have facts all the same', async () => {
  const deep = `defmodule A do\n  def f(${'['.repeat(3000)}a${']'.repeat(3000)}), do: a\nend\n`;
  for (const text of [deep, 'defmodule do\n def (', 'defmodule A.\n  alias B.{', '@'])
    expect((await readFacts('a.ex', text))?.language).toBe('elixir');
});
