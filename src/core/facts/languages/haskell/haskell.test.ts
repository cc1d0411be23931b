/** What names of Haskell refer to, within a file and across files. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../read-facts.ts';

test('a function is found bare, in backticks, through short names of its module, and not where it is hidden', async () => {
  const files = {
    'src/Data/Store.hs': `module Data.Store (Row, «certain re-export save») where

-- | «comment save»
«definition save» :: Int -> Int
«definition save» 0 = 1
«definition save» n = n \`«certain call save»\` other "«string save»"
  where other = let «other save» = 2 in «other save»
`,
    'src/Whole.hs': 'module Whole where\nimport Data.Store\na = «certain call save» 1\n',
    'src/One.hs': 'module One where\nimport Data.Store («certain import save»)\na = «certain save» . f\n',
    'src/Short.hs':
      'module Short where\nimport qualified Data.Store as S\na = S.«certain call save» 1\nb = «other save»\n',
    'src/Two.hs':
      'module Two where\nimport Data.Map as S\nimport qualified Data.Store as S\na = S.«certain save»\n',
    'src/Hidden.hs':
      'module Hidden where\nimport Data.Store hiding («certain import save»)\nimport Other\na = «other save»\n',
    'src/Passed.hs': 'module Passed (module Data.Store) where\nimport Data.Store\n',
    'src/Through.hs': 'module Through where\nimport Passed\na = «certain save»\n',
    'src/Other.hs': 'module Other where\n«other save» :: Int\n«other save» = 1\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('what the header does not list is not seen by others', async () => {
  const files = {
    'A.hs': 'module A (run) where\nrun = «certain save»\n«definition save» = 1\n',
    'B.hs': 'module B where\nimport A\na = «other save»\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a type and its constructor are two things of one name', async () => {
  const type = {
    'A.hs': `module A («certain Row»(..)) where
data «definition Row» = «other Row» { size :: Int } | Empty deriving Show
type Rows = [«certain type Row»]
make :: Int -> «certain type Row»
make n = «other Row» { size = n }
`,
    'B.hs': `module B where
import A («certain import Row»(..))
f :: A.«certain type Row» -> Int
f («other Row» n) = n
`,
  };
  expect(await markMentions(type)).toEqual(type);
  const variant = {
    'A.hs':
      'module A (Row(..)) where\ndata Row = «definition Full» Int | Empty\nf («certain call Full» n) = n\n',
    'B.hs': 'module B where\nimport A (Row(..))\nf = «certain call Full» 1\n',
    'C.hs': 'module C where\nimport A\nf x = case x of { «certain Full» n -> n }\n',
    'D.hs': 'module D where\nimport A (Row)\nf = «other Full» 1\n',
    'E.hs': 'module E (Row(..)) where\nimport A (Row(..))\n',
    'F.hs': 'module F where\nimport E\nf = «certain Full»\n',
  };
  expect(await markMentions(variant)).toEqual(variant);
});

test('fields are read, written and bound by their short form', async () => {
  const files = {
    'A.hs': `module A where
data Row = Row { «definition size» :: Int } | Box { «definition size» :: Int }
a row = «certain call size» row
b row = row { «certain write size» = 2 }
c Row { «certain size» = n } = n
d Row { «certain size» } = «other size»
e «other size» = «other size»
f row = row.«possible size»
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('methods of a class are found, and instances implement them', async () => {
  const files = {
    'A.hs': `module A (Shape(..)) where
class Shape a where
  «definition area» :: a -> Int
  «definition area» _ = 1
`,
    'B.hs': `module B where
import A
data Row a = Row
instance Eq a => Shape (Row a) where
  «certain extends area» x = «certain call area» x
`,
  };
  expect(await markMentions(files)).toEqual(files);
  const facts = await readFacts('B.hs', files['B.hs'].replace(/«[a-z]+ (?:[a-z]+ )?(\w+)»/g, '$1'));
  expect(facts?.declarations.map(({ name, kind }) => `${kind} ${name}`)).toContain('method area');
});

test('names of patterns are seen in their clause only; variables of types are no values', async () => {
  const files = {
    'A.hs': `module A where
g :: row -> «other row»
g x = do
  let a = 1
  «definition row» <- x
  print «certain row»
  case x of
    Just «other row» | «other row» > 1 -> \\«other row» -> «other row»
    _ -> [«other row» | «other row» <- x]
h row@(a, _) = «other row»
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('broken and deep texts have facts all the same', async () => {
  const deep = `module A where\nf = ${'('.repeat(2000)}a${')'.repeat(2000)}\n`;
  for (const text of [deep, 'module where\n data (', 'import qualified as (', 'class where\n instance'])
    expect((await readFacts('a.hs', text))?.language).toBe('haskell');
});
