/** JavaScript and TypeScript: imports and exports, of ES modules and CommonJS. */
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { attachValue, kindOf, requiredModule, unquoted } from './nodes.ts';

const { exported } = DECLARATION_FLAGS;

export function importStatement(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(node));
  const required = tree.childOf(node, 'import_require_clause');
  if (required >= 0) {
    const name = tree.childOf(required, 'identifier');
    facts.import(
      {
        specifier: unquoted(tree.of(tree.child(required, 'source'))),
        kind: 'require',
        local: tree.of(name),
        line,
      },
      { nameNode: name },
    );
    return;
  }
  const specifier = unquoted(tree.of(tree.child(node, 'source')));
  for (const part of tree.namedChildren(tree.childOf(node, 'import_clause'))) {
    if (tree.type(part) === 'identifier')
      facts.import({ specifier, local: tree.of(part), imported: 'default', line }, { nameNode: part });
    else if (tree.type(part) === 'namespace_import') {
      const name = tree.firstNamed(part);
      facts.import({ specifier, local: tree.of(name), line }, { nameNode: name });
    } else
      for (const each of tree.childrenOf(part, 'import_specifier')) {
        const imported = tree.child(each, 'name');
        const alias = tree.child(each, 'alias');
        facts.import(
          {
            specifier,
            imported: unquoted(tree.of(imported)),
            local: tree.of(alias >= 0 ? alias : imported),
            line,
          },
          { nameNode: alias >= 0 ? alias : imported, importedNode: imported },
        );
      }
  }
}

export function exportStatement(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const source = tree.child(node, 'source');
  const clause = tree.childOf(node, 'export_clause');
  if (source >= 0) {
    exportFrom(node, facts, unquoted(tree.of(source)), clause);
    return;
  }
  for (const each of tree.childrenOf(clause, 'export_specifier')) {
    const name = tree.child(each, 'name');
    const alias = tree.child(each, 'alias');
    facts.export(tree.of(alias >= 0 ? alias : name), name);
    facts.mark(name, 're-export', () => facts.lookup(tree.of(name), name));
    if (alias >= 0) facts.mark(alias, 're-export', () => facts.lookup(tree.of(name), name));
  }
  if (tree.childOf(node, 'default') < 0) return;
  const value = tree.child(node, 'value');
  const declaration = tree.child(node, 'declaration');
  const name = tree.child(declaration, 'name');
  if (name >= 0) facts.export('default', name);
  else if (tree.type(value) === 'identifier') {
    facts.export('default', value);
    facts.mark(value, 're-export', () => facts.lookup(tree.of(value), value));
  } else {
    const made = value >= 0 ? value : declaration;
    const index = facts.declare(made, {
      kind: kindOf(facts, made, 'variable'),
      name: 'default',
      node,
      value: made,
      flags: exported,
    });
    facts.attach(made, index);
  }
}

function exportFrom(node: number, facts: FactsBuilder, specifier: string, clause: number): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(node));
  const space = tree.childOf(node, 'namespace_export');
  if (space >= 0) {
    const name = tree.firstNamed(space);
    facts.import(
      { specifier, kind: 'export-from', exportedAs: unquoted(tree.of(name)), line },
      { nameNode: name },
    );
  } else if (clause < 0) facts.import({ specifier, kind: 'export-from', exportedAs: '*', line });
  for (const each of tree.childrenOf(clause, 'export_specifier')) {
    const name = tree.child(each, 'name');
    const alias = tree.child(each, 'alias');
    facts.import(
      {
        specifier,
        kind: 'export-from',
        imported: unquoted(tree.of(name)),
        exportedAs: unquoted(tree.of(alias >= 0 ? alias : name)),
        line,
      },
      { nameNode: alias >= 0 ? alias : name, importedNode: name },
    );
  }
}

/** `const a = require('./x')`, `const { a, b: c } = require('./x')`. */
export function requireInto(facts: FactsBuilder, name: number, specifier: string, call: number): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(call));
  const kind = 'require';
  if (tree.type(name) === 'identifier') {
    facts.attach(call, facts.import({ specifier, kind, local: tree.of(name), line }, { nameNode: name }));
    return;
  }
  facts.attach(call, facts.import({ specifier, kind, line }));
  for (const part of tree.namedChildren(name)) {
    if (tree.type(part) === 'shorthand_property_identifier_pattern')
      facts.import(
        { specifier, kind, imported: tree.of(part), local: tree.of(part), line },
        { nameNode: part },
      );
    else if (tree.type(part) === 'pair_pattern') {
      const key = tree.child(part, 'key');
      const value = tree.child(part, 'value');
      if (tree.type(value) === 'identifier')
        facts.import(
          { specifier, kind, imported: tree.of(key), local: tree.of(value), line },
          { nameNode: value, importedNode: key },
        );
    }
  }
}

/** `const a = require('./x').b`: true if it is one, which is an import of b. */
export function requireMember(facts: FactsBuilder, name: number, value: number): boolean {
  const { tree } = facts;
  if (tree.type(name) !== 'identifier' || tree.type(value) !== 'member_expression') return false;
  const call = tree.child(value, 'object');
  const member = tree.child(value, 'property');
  const specifier = requiredModule(facts, call);
  if (specifier === undefined) return false;
  const line = facts.lineOf(tree.start(call));
  facts.attach(call, facts.import({ specifier, kind: 'require', line }));
  facts.import(
    { specifier, kind: 'require', imported: tree.of(member), local: tree.of(name), line },
    { nameNode: name, importedNode: member },
  );
  return true;
}

export function exportWhole(facts: FactsBuilder, right: number, node: number): void {
  const { tree } = facts;
  if (tree.type(right) === 'object')
    for (const child of tree.namedChildren(right)) {
      if (tree.type(child) === 'shorthand_property_identifier') facts.export(tree.of(child), child);
      else if (tree.type(child) === 'pair' && tree.type(tree.child(child, 'value')) === 'identifier')
        facts.export(unquoted(tree.of(tree.child(child, 'key'))), tree.child(child, 'value'));
    }
  if (
    tree.type(right) === 'identifier' ||
    tree.type(right) === 'call_expression' ||
    tree.type(right) === 'new_expression'
  ) {
    facts.export('module.exports', right);
    return;
  }
  const declaration = facts.declare(right, {
    kind: kindOf(facts, right, 'variable'),
    name: 'module.exports',
    node,
    value: right,
    flags: exported,
  });
  attachValue(facts, right, declaration);
}
