/** Prints expressions as Python's `ast.unparse` does, with only the parentheses that precedence needs. */
import { reprString, unparseFString, unparseStringWithoutBackslash } from './repr.ts';
import type { Argument, Clause, Expression, Parameter } from './syntax-tree.ts';

/** Ascending: an expression gets parentheses if its place needs a higher level than its own. */
const LEVEL = {
  named: 1,
  tuple: 2,
  yield: 3,
  test: 4,
  or: 5,
  and: 6,
  not: 7,
  compare: 8,
  expression: 9,
  bitXor: 10,
  bitAnd: 11,
  shift: 12,
  arithmetic: 13,
  term: 14,
  factor: 15,
  power: 16,
  await: 17,
  atom: 18,
} as const;

const BINARY: Readonly<Record<string, number>> = {
  '|': LEVEL.expression,
  '^': LEVEL.bitXor,
  '&': LEVEL.bitAnd,
  '<<': LEVEL.shift,
  '>>': LEVEL.shift,
  '+': LEVEL.arithmetic,
  '-': LEVEL.arithmetic,
  '*': LEVEL.term,
  '@': LEVEL.term,
  '/': LEVEL.term,
  '%': LEVEL.term,
  '//': LEVEL.term,
  '**': LEVEL.power,
};

export interface UnparseMode {
  /** No backslash is allowed in the braces of an f-string. */
  avoidBackslash: boolean;
}

const PLAIN: UnparseMode = { avoidBackslash: false };

export function unparseParameters(parameters: readonly Parameter[], mode = PLAIN): string {
  return parameters.map((parameter) => unparseParameter(parameter, mode)).join(', ');
}

function unparseParameter({ type, name, annotation, value }: Parameter, mode: UnparseMode): string {
  const mark = { plain: '', slash: '/', star: '*', 'double-star': '**' }[type];
  const note = annotation === null ? '' : `: ${unparse(annotation, LEVEL.test, mode)}`;
  return mark + name + note + (value === null ? '' : `=${unparse(value, LEVEL.test, mode)}`);
}

export function unparseArguments(items: readonly Argument[], mode = PLAIN): string {
  // The abstract syntax keeps keywords apart from positional arguments, so `f(a=1, *b)` prints `*b` first.
  const ordered = [
    ...items.filter(({ type }) => type === 'positional'),
    ...items.filter(({ type }) => type === 'keyword'),
  ];
  return ordered.map((item) => unparseArgument(item, mode)).join(', ');
}

function unparseArgument(item: Argument, mode: UnparseMode): string {
  const value = unparse(item.value, LEVEL.test, mode);
  if (item.type === 'positional') return value;
  return item.name === null ? `**${value}` : `${item.name}=${value}`;
}

export function unparse(node: Expression, level: number, mode = PLAIN): string {
  const at = (child: Expression, childLevel: number) => unparse(child, childLevel, mode);
  const own = (text: string, ownLevel: number) => (level > ownLevel ? `(${text})` : text);
  switch (node.type) {
    case 'name':
      return node.id;
    case 'constant':
      return node.text;
    case 'string':
      return (
        (node.unicode ? 'u' : '') +
        (mode.avoidBackslash ? unparseStringWithoutBackslash(node.points) : reprString(node.points))
      );
    case 'fstring':
      return unparseFString(node.parts, mode, (value) =>
        unparse(value, LEVEL.test + 1, { avoidBackslash: true }),
      );
    case 'tuple': {
      const text = listed(node.elements, mode, true);
      return node.elements.length === 0 ? '()' : own(text, LEVEL.tuple);
    }
    case 'list':
      return `[${listed(node.elements, mode, false)}]`;
    case 'set':
      return `{${listed(node.elements, mode, false)}}`;
    case 'dict':
      return `{${node.items
        .map(({ key, value }) =>
          key === null
            ? `**${at(value, LEVEL.expression)}`
            : `${at(key, LEVEL.test)}: ${at(value, LEVEL.test)}`,
        )
        .join(', ')}}`;
    case 'comprehension': {
      const element = at(node.element, LEVEL.test) + (node.value ? `: ${at(node.value, LEVEL.test)}` : '');
      return (
        node.form[0] +
        element +
        node.clauses.map((clause) => unparseClause(clause, mode)).join('') +
        node.form[1]
      );
    }
    case 'call':
      return `${at(node.callee, LEVEL.atom)}(${unparseArguments(node.arguments, mode)})`;
    case 'attribute': {
      const blank = node.value.type === 'constant' && node.value.integer ? ' ' : '';
      return `${at(node.value, LEVEL.atom)}${blank}.${node.name}`;
    }
    case 'subscript': {
      const tuple =
        node.index.type === 'tuple' && node.index.elements.length > 0 ? node.index.elements : null;
      const index = tuple ? listed(tuple, mode, true) : at(node.index, LEVEL.test);
      return `${at(node.value, LEVEL.atom)}[${index}]`;
    }
    case 'slice': {
      const part = (side: Expression | null) => (side === null ? '' : at(side, LEVEL.test));
      return `${part(node.lower)}:${part(node.upper)}${node.step === null ? '' : `:${part(node.step)}`}`;
    }
    case 'starred':
      return `*${at(node.value, LEVEL.expression)}`;
    case 'unary': {
      const ownLevel = node.operator === 'not' ? LEVEL.not : LEVEL.factor;
      const blank = node.operator === 'not' ? ' ' : '';
      return own(node.operator + blank + at(node.operand, ownLevel), ownLevel);
    }
    case 'binary': {
      const ownLevel = BINARY[node.operator] ?? LEVEL.atom;
      const rightToLeft = node.operator === '**' ? 1 : 0;
      const left = at(node.left, ownLevel + rightToLeft);
      return own(`${left} ${node.operator} ${at(node.right, ownLevel + 1 - rightToLeft)}`, ownLevel);
    }
    case 'bool': {
      const ownLevel = node.operator === 'and' ? LEVEL.and : LEVEL.or;
      // CPython raises the level for each further operand, so `a and b and not c` gets parentheses.
      const values = node.values.map((value, index) => at(value, Math.min(ownLevel + 1 + index, LEVEL.atom)));
      return own(values.join(` ${node.operator} `), ownLevel);
    }
    case 'compare': {
      const rest = node.rest.map(({ operator, value }) => ` ${operator} ${at(value, LEVEL.compare + 1)}`);
      return own(at(node.first, LEVEL.compare + 1) + rest.join(''), LEVEL.compare);
    }
    case 'conditional': {
      const body = at(node.body, LEVEL.test + 1);
      const test = at(node.test, LEVEL.test + 1);
      return own(`${body} if ${test} else ${at(node.otherwise, LEVEL.test)}`, LEVEL.test);
    }
    case 'lambda': {
      const parameters = unparseParameters(node.parameters, mode);
      return own(`lambda${parameters && ` ${parameters}`}: ${at(node.body, LEVEL.test)}`, LEVEL.test);
    }
    case 'named':
      return own(`${at(node.target, LEVEL.atom)} := ${at(node.value, LEVEL.atom)}`, LEVEL.named);
    case 'await':
      return own(`await ${at(node.value, LEVEL.atom)}`, LEVEL.await);
    case 'yield': {
      const value = node.value === null ? '' : ` ${at(node.value, LEVEL.atom)}`;
      return own(`yield${node.from ? ' from' : ''}${value}`, LEVEL.yield);
    }
  }
}

function listed(elements: readonly Expression[], mode: UnparseMode, isTuple: boolean): string {
  const texts = elements.map((element) => unparse(element, LEVEL.test, mode));
  return texts.length === 1 && isTuple ? `${texts[0]},` : texts.join(', ');
}

function unparseClause({ isAsync, target, iterable, conditions }: Clause, mode: UnparseMode): string {
  const head = `${isAsync ? ' async' : ''} for ${unparse(target, LEVEL.tuple, mode)}`;
  const tests = conditions.map((test) => ` if ${unparse(test, LEVEL.test + 1, mode)}`);
  return `${head} in ${unparse(iterable, LEVEL.test + 1, mode)}${tests.join('')}`;
}
