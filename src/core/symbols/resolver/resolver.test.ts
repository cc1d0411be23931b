/** What mentions of a symbol are when they are in other files: imports followed, members found by the types of their receivers. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../tests/helpers/marked-mentions.ts';

test('an import binds a name in another file, under its own name or another one', async () => {
  const files = {
    'src/save.ts': 'export function «definition save»() {}\n«certain call save»();\n',
    'src/use.ts':
      "import { «certain import save» } from './save.ts';\nimport { «certain save» as keep } from './save.ts';\n«certain call save»();\nkeep();\n",
    'src/alone.ts':
      'function «other save»() {}\n«other save»();\n// «comment save»\nconst text = "«string save»";\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('names pass through files that export them again', async () => {
  const files = {
    'src/deep/save.ts': 'export const «definition save» = () => 1;\n',
    'src/deep/index.ts': "export { «certain re-export save» } from './save.ts';\n",
    'src/index.ts': "export * from './deep/index.ts';\n",
    'src/use.ts':
      "import * as all from './index.ts';\nimport { «certain save» } from './index.ts';\nall.«certain save»(«certain read save»);\n",
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a member is found by the type of its receiver, in bases too; a namesake of another type is another one', async () => {
  const files = {
    'src/store.ts':
      'export class Store {\n  «definition save»() {}\n}\nexport class Other {\n  «other save»() {}\n}\n',
    'src/use.ts': `import { Other, Store } from './store.ts';
class Fast extends Store {
  run() { this.«certain save»(); }
}
function all(store: Store, other: Other, any: any, fast = new Fast()) {
  store.«likely call save»();
  other.«other save»();
  any.«possible save»();
  fast.«likely save»();
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('what cannot be parsed or told is possible, and a circle of imports ends', async () => {
  const files = {
    'a.ts': "export * from './b.ts';\nexport function «definition save»() {}\n",
    'b.ts':
      "export * from './a.ts';\nimport { «certain save» } from './b.ts';\nlet loop = loop.next;\nloop.«possible save»();\n",
  };
  expect(await markMentions(files)).toEqual(files);
});

test('names of a Python package are found through its __init__, and attributes by self', async () => {
  const files = {
    'pkg/__init__.py': 'from .store import «certain Store»\n',
    'pkg/store.py': 'class «definition Store»:\n    def __init__(self):\n        self.rows = []\n',
    'use.py':
      'from pkg import «certain import Store»\nimport pkg\n\nstore = «certain call Store»()\npkg.«certain Store»()\n',
  };
  expect(await markMentions(files)).toEqual(files);
});
