/** Bash: functions and variables have names apart; what is not `local` is seen by the script and by what it sources. */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { methodName } from '../facts.ts';

const VARIABLE = /^[A-Za-z_]\w*$/;

export const rules: FactRules = {
  names: ['word', 'variable_name'],
  comments: ['comment'],
  strings: ['string_content', 'raw_string', 'ansi_c_string', 'heredoc_body', 'regex'],
  code: ['simple_expansion', 'expansion', 'command_substitution', 'arithmetic_expansion'],
  enter: {
    function_definition(node, facts) {
      const name = facts.tree.child(node, 'name');
      const what = { kind: 'function', node, isMethod: true, merge: true, scope: 0 };
      facts.open(node, 'function', facts.declare(name, what));
    },
    variable_assignment(node, facts) {
      const { tree } = facts;
      const target = tree.child(node, 'name');
      const name = tree.type(target) === 'subscript' ? tree.child(target, 'name') : target;
      const around = tree.parent(node);
      // `A=1 command` sets it for that command only.
      if (tree.type(around) !== 'command') declareVariable(facts, name, node, isLocalCommand(facts, around));
    },
    declaration_command(node, facts) {
      const { tree } = facts;
      if (!isLocalCommand(facts, node) || hasOption(facts, node, 'f')) return;
      for (const name of tree.childrenOf(node, 'variable_name')) declareVariable(facts, name, node, true);
    },
    for_statement: (node, facts) => declareVariable(facts, facts.tree.child(node, 'variable'), node, false),
    command(node, facts) {
      const { tree } = facts;
      const words = tree.childrenBy(node, 'argument');
      switch (tree.of(tree.child(node, 'name'))) {
        case 'source':
        case '.':
          importScript(facts, words[0] ?? NONE);
          break;
        case 'read':
          for (const word of words) declareWord(facts, word, node);
          break;
        case 'getopts':
          declareWord(facts, words[1] ?? NONE, node);
          break;
      }
    },
  },
  values: {},
  use,
};

/** In a function, `local` and `declare` make a variable of that function. */
function isLocalCommand(facts: FactsBuilder, command: number): boolean {
  const { tree } = facts;
  if (tree.type(command) !== 'declaration_command') return false;
  return /^(?:local|declare|typeset)\b/.test(tree.of(command)) && !hasOption(facts, command, 'g');
}

function hasOption({ tree }: FactsBuilder, command: number, letter: string): boolean {
  return tree
    .childrenOf(command, 'word')
    .some((word) => /^-\w+$/.test(tree.of(word)) && tree.of(word).includes(letter));
}

function declareVariable(facts: FactsBuilder, name: number, node: number, isLocal: boolean): void {
  const { tree } = facts;
  if (tree.type(name) !== 'variable_name' && tree.type(name) !== 'word') return;
  const around = facts.scopeOfKind('function');
  const known = facts.declarationAt(facts.bound(tree.of(name)));
  const isOfFunction = isLocal || (known !== undefined && facts.isBoundWithin(tree.of(name), around));
  facts.declare(name, { kind: 'variable', node, merge: true, scope: isOfFunction ? around : 0 });
}

function declareWord(facts: FactsBuilder, word: number, node: number): void {
  const { tree } = facts;
  if (tree.type(word) === 'word' && VARIABLE.test(tree.of(word))) declareVariable(facts, word, node, false);
}

/** Of `"$HERE/lib.sh"` the folder is not known, the rest is. */
function importScript(facts: FactsBuilder, path: number): void {
  const { tree } = facts;
  if (path < 0) return;
  const specifier = tree
    .of(path)
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(/^\$(?:\(.*\)|\{[^}]*\}|\w+)\//, './');
  if (specifier.includes('$')) return;
  facts.import({ specifier, kind: 'include', isStar: true, line: facts.lineOf(tree.start(path)) });
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const type = tree.type(parent);
  const asFunction = () => facts.lookup(methodName(tree.of(node)), node);
  if (tree.type(node) === 'variable_name') {
    const isOfFunctions = /^(?:declaration|unset)_command$/.test(type) && hasOption(facts, parent, 'f');
    const isSet = type === 'unset_command' || (tree.field(node) === 'name' && type === 'variable_assignment');
    const role = isSet || /^(?:post|pre)fix_expression$/.test(type) ? 'write' : 'read';
    return isOfFunctions ? { role, ref: asFunction() } : { role };
  }
  if (type === 'command_name') return { role: 'call', ref: asFunction() };
  // In `for ((i = 0; i < n; i++))` the grammar has words for variables.
  if (
    /_expression$/.test(type) &&
    tree.type(tree.above(node, 'c_style_for_statement', 'test_command')) === 'c_style_for_statement'
  )
    return { role: 'read' };
  // A word may be the name of a function that is handed over, or just a word.
  return { role: 'read', ref: -1 };
}
