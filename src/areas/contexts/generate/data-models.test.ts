import { expect, test } from 'vitest';
import { expectLinear } from '../../../../tests/helpers/growth.ts';
import { dataModels } from './data-models.ts';
import { environmentNames } from './source-file.ts';

test.each([
  [
    'python',
    'class Order(models.Model):\n    number = models.IntegerField()\n    owner = models.ForeignKey(User)\n\n    def total(self):\n        x: int = 1\n',
    ['number', 'owner'],
  ],
  [
    'python',
    '@dataclass(frozen=True)\nclass Order:\n    number: int\n    owner: str = ""\n',
    ['number', 'owner'],
  ],
  [
    'go',
    'type Order struct {\n\tNumber int `json:"number"`\n\tOwner string `json:"owner"`\n}\n',
    ['Number', 'Owner'],
  ],
  [
    'rust',
    '#[derive(Debug, Serialize)]\npub struct Order {\n    pub number: u32,\n    owner: String,\n}\n',
    ['number', 'owner'],
  ],
  [
    'ruby',
    'class Order < ApplicationRecord\n  belongs_to :owner\n  has_many :lines\nend\n',
    ['owner', 'lines'],
  ],
  [
    'sql',
    'CREATE TABLE IF NOT EXISTS Order (\n  number int,\n  owner text,\n  PRIMARY KEY (number)\n);\n',
    ['number', 'owner'],
  ],
  [
    'protobuf',
    'message Order {\n  int32 number = 1;\n  repeated string owner = 2;\n}\n',
    ['number', 'owner'],
  ],
  ['graphql', 'type Order {\n  number: Int!\n  owner(id: ID): String\n}\n', ['number', 'owner']],
])('a model in %s is known by its declaration', (language, text, fields) => {
  expect(dataModels(language, text)).toEqual([{ name: 'Order', fields }]);
});

test('a plain class is no model', () => {
  expect(dataModels('python', 'class Order:\n    number = 1\n')).toEqual([]);
  expect(dataModels('go', 'type Order struct {\n\tnumber int\n}\n')).toEqual([]);
});

test('environment variables in the usual ways of the languages', () => {
  const text = `process.env.ONE_A; process.env['TWO_B']; os.environ["THREE_C"]; os.getenv('FOUR_D'); os.Getenv("FIVE_E");
env::var("SIX_F"); ENV.fetch('SEVEN_G'); System.getenv("EIGHT_H"); System.get_env("NINE_I"); process.env.lower;`;
  expect(environmentNames(text).sort()).toEqual(
    ['ONE_A', 'TWO_B', 'THREE_C', 'FOUR_D', 'FIVE_E', 'SIX_F', 'SEVEN_G', 'EIGHT_H', 'NINE_I'].sort(),
  );
});

test.each([
  ['go', 'type A struct {\n'],
  ['python', 'class A(B, '],
  ['rust', '#[derive(Serialize)]\n'],
  ['java', '@Entity '],
  ['sql', 'create table a (\n'],
] as const)('hostile source in %s takes time in proportion to its length', async (language, piece) => {
  await expectLinear((pieces) => dataModels(language, piece.repeat(pieces)), 2500);
});
