/** PHP: variables are of the function around them; everything else is found by namespace, class or `use`. */
import { NONE } from '../../../languages/index.ts';
import type { Declare, FactRules, FactsBuilder, Visit } from '../../builder.ts';
import { DECLARATION_FLAGS, methodName } from '../../facts.ts';
import { documentedType, lastSegment, setAlias } from './names.ts';
import { use } from './use.ts';
import { types, values, variableKey } from './values.ts';

export const rules: FactRules = {
  names: ['name'],
  comments: ['comment'],
  strings: ['string', 'encapsed_string', 'heredoc', 'nowdoc', 'text'],
  code: [
    'variable_name',
    'dynamic_variable_name',
    'member_access_expression',
    'nullsafe_member_access_expression',
    'subscript_expression',
    'member_call_expression',
    'scoped_call_expression',
    'function_call_expression',
  ],
  enter: {
    namespace_definition(node, facts) {
      if (facts.space === '') facts.space = facts.tree.of(facts.tree.child(node, 'name'));
    },
    namespace_use_declaration: importNames,
    class_declaration: type('class'),
    interface_declaration: type('interface'),
    trait_declaration: type('trait'),
    enum_declaration: type('enum'),
    declaration_list: openClass,
    enum_declaration_list: openClass,
    enum_case(node, facts) {
      const owner = facts.classAround();
      facts.declare(facts.tree.child(node, 'name'), {
        kind: 'constant',
        ...memberOf(facts),
        expression: () => facts.instance(owner < 0 ? -1 : facts.expression('declaration', owner)),
      });
    },
    const_element(node, facts) {
      const [name = NONE, value = NONE] = facts.tree.namedChildren(node);
      facts.declare(name, { kind: 'constant', value, ...memberOf(facts) });
    },
    property_declaration(node, facts) {
      const { tree } = facts;
      const declared = tree.child(node, 'type');
      for (const element of tree.childrenOf(node, 'property_element')) {
        const name = tree.firstNamed(tree.child(element, 'name'));
        facts.declare(name, {
          kind: 'field',
          node,
          ...memberOf(facts),
          ...typed(facts, declared, () => documentedType(facts, node, 'var')),
          ...(declared < 0 ? { value: tree.child(element, 'default_value') } : {}),
        });
      }
    },
    method_declaration: (node, facts) => enterFunction(facts, node, 'method'),
    function_definition: (node, facts) => enterFunction(facts, node, 'function'),
    anonymous_function(node, facts) {
      const { tree } = facts;
      const captured = tree.childOf(node, 'anonymous_function_use_clause');
      const outer = tree
        .namedChildren(captured)
        .map((each) => (tree.type(each) === 'by_ref' ? tree.firstNamed(each) : each))
        .filter((each) => tree.type(each) === 'variable_name')
        .map((each) => ({ name: tree.firstNamed(each), declaration: facts.bound(tree.of(each)) }));
      facts.open(node, 'function');
      declareParameters(facts, node);
      for (const { name, declaration } of outer) {
        if (declaration < 0) continue;
        facts.mark(name, 'read', facts.expression('declaration', declaration));
        facts.bindTo(variableKey(tree.of(name)), declaration, name);
      }
    },
    arrow_function(node, facts) {
      // Sees the variables around it.
      facts.open(node, 'block');
      declareParameters(facts, node);
    },
    assignment_expression(node, facts) {
      const { tree } = facts;
      const left = tree.child(node, 'left');
      if (tree.type(left) !== 'variable_name') return;
      const statement = tree.parent(node);
      declareVariable(facts, left, {
        expression: () => {
          const documented = documentedType(facts, statement, 'var');
          return documented >= 0 ? facts.instance(documented) : facts.value(tree.child(node, 'right'));
        },
      });
    },
    foreach_statement(node, facts) {
      const { tree } = facts;
      const [collection = NONE, target = NONE] = tree.namedChildren(node);
      const element = tree.type(target) === 'pair' ? (tree.namedChildren(target)[1] ?? NONE) : target;
      const variable = tree.type(element) === 'by_ref' ? tree.firstNamed(element) : element;
      if (tree.type(variable) === 'variable_name')
        declareVariable(facts, variable, { elementOf: collection });
    },
    catch_clause(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name >= 0) declareVariable(facts, name, { type: tree.child(node, 'type') });
    },
    variable_name(node, facts) {
      // The first mention brings a variable into being: in a list, by reference, or unset.
      const { tree } = facts;
      const around = tree.type(tree.parent(node));
      const isStaticField = around === 'scoped_property_access_expression' && tree.field(node) === 'name';
      if (tree.of(node) === '$this' || around === 'property_element' || isStaticField) return;
      if (tree.type(tree.firstNamed(node)) !== 'name') return;
      const scope = facts.scopeOfKind('function', 'module');
      if (!facts.isBoundWithin(tree.of(node), scope)) declareVariable(facts, node, {});
    },
  },
  values,
  types,
  use,
};

function type(kind: string): Visit {
  return (node, facts) => {
    const { tree } = facts;
    const body = tree.child(node, 'body');
    const traits = tree.childrenOf(body, 'use_declaration');
    const heads = tree.childrenOf(node, 'base_clause', 'class_interface_clause');
    // What a trait brings hides what is inherited.
    const bases = [...traits, ...heads]
      .flatMap((each) => tree.namedChildren(each))
      .filter((each) => /^(?:name|qualified_name|relative_name)$/.test(tree.type(each)));
    facts.declare(tree.child(node, 'name'), { kind, node, bases });
  };
}

function openClass(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  facts.open(node, 'class', facts.declarationOf(tree.child(tree.parent(node), 'name')));
}

function memberOf(facts: FactsBuilder): Pick<Declare, 'parent'> {
  const owner = facts.classAround();
  return facts.scopeKind() === 'class' && owner >= 0 ? { parent: owner } : {};
}

/** The type as declared; a doc comment says more than `array`. */
function typed(
  facts: FactsBuilder,
  declared: number,
  documented: () => number,
): Pick<Declare, 'type' | 'expression'> {
  const isVague = declared < 0 || /^\??(?:array|iterable|object|mixed)$/.test(facts.tree.of(declared));
  return isVague ? { expression: () => facts.instance(documented()) } : { type: declared };
}

function enterFunction(facts: FactsBuilder, node: number, kind: string): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const returns = tree.child(node, 'return_type');
  const isConstructor = tree.of(name) === '__construct';
  const declaration = facts.declare(name, {
    kind: isConstructor && kind === 'method' ? 'constructor' : kind,
    node,
    isMethod: true,
    ...memberOf(facts),
    ...typed(facts, returns, () => documentedType(facts, node, 'return')),
    flags: tree.childOf(node, 'static_modifier') >= 0 ? DECLARATION_FLAGS.static : 0,
  });
  const owner = facts.classAround();
  facts.open(node, 'function', declaration);
  declareParameters(facts, node, owner);
  if (returns < 0) facts.describe(declaration, { expression: () => returned(facts, node) });
}

/** What the first few `return` statements give. */
function returned(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let value = -1;
  let seen = 0;
  const end = tree.nexts[node] as number;
  for (let at = tree.child(node, 'body'); at >= 0 && at < end && seen < 3; at++) {
    if (/^(?:anonymous_function|arrow_function|anonymous_class)$/.test(tree.type(at)))
      at = (tree.nexts[at] as number) - 1;
    else if (tree.type(at) === 'return_statement') {
      value = facts.either(value, facts.value(tree.firstNamed(at)));
      seen++;
    }
  }
  return value;
}

function declareParameters(facts: FactsBuilder, node: number, owner = -1): void {
  const { tree } = facts;
  for (const parameter of tree.namedChildren(tree.child(node, 'parameters'))) {
    const variable = tree.child(parameter, 'name');
    const name =
      tree.type(variable) === 'by_ref'
        ? tree.firstNamed(tree.firstNamed(variable))
        : tree.firstNamed(variable);
    if (tree.type(name) !== 'name') continue;
    const declared = tree.child(parameter, 'type');
    const isField = tree.type(parameter) === 'property_promotion_parameter' && owner >= 0;
    const known = typed(facts, declared, () => documentedType(facts, node, 'param', tree.of(name)));
    const isMany = tree.type(parameter) === 'variadic_parameter';
    const declaration = facts.declare(name, {
      kind: isField ? 'field' : 'parameter',
      node: parameter,
      key: variableKey(tree.of(name)),
      ...(isField ? { parent: owner } : {}),
      ...(isMany ? {} : known),
    });
    if (isField) facts.bindTo(variableKey(tree.of(name)), declaration, name);
  }
}

function declareVariable(facts: FactsBuilder, variable: number, what: Omit<Declare, 'kind'>): void {
  const { tree } = facts;
  const name = tree.firstNamed(variable);
  if (tree.type(name) !== 'name' || tree.of(name) === 'this') return;
  facts.declare(name, {
    kind: 'variable',
    key: variableKey(tree.of(name)),
    scope: facts.scopeOfKind('function', 'module'),
    merge: true,
    flags: DECLARATION_FLAGS.local,
    ...what,
  });
}

/** `use A\B`, `use A\B as C`, `use function A\f`, `use A\{B, C}`. */
function importNames(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const group = tree.childOf(node, 'namespace_use_group');
  const prefix = group < 0 ? '' : `${tree.of(tree.childOf(node, 'namespace_name'))}\\`;
  const isFunctions = /^use\s+function\s/i.test(tree.of(node));
  for (const clause of tree.childrenOf(group < 0 ? node : group, 'namespace_use_clause')) {
    const written = tree.childOf(clause, 'qualified_name', 'name');
    const specifier = `${prefix}${tree.of(written)}`.replace(/^\\/, '');
    const last = lastSegment(specifier);
    const alias = tree.child(clause, 'alias');
    const local = tree.of(alias >= 0 ? alias : written);
    const isFunction = isFunctions || /^function\s/i.test(tree.of(clause));
    setAlias(facts, lastSegment(local), specifier);
    const importedNode =
      tree.type(written) === 'name' ? written : (tree.namedChildren(written).at(-1) ?? NONE);
    facts.import(
      {
        specifier,
        kind: 'use',
        imported: isFunction ? methodName(last) : last,
        local: lastSegment(local),
      },
      { nameNode: alias >= 0 ? alias : importedNode, importedNode },
    );
  }
}
