/** Names that patterns of Haskell bind. */
import type { Declare, FactsBuilder } from '../../builder.ts';
import { ofModule } from './modules.ts';

/** Every variable in a pattern is new, but those in a view, a type or the name of a field. */
export function declarePattern(facts: FactsBuilder, pattern: number, what: Partial<Declare> = {}): void {
  const { tree } = facts;
  if (pattern < 0) return;
  const end = tree.nexts[pattern] as number;
  for (let at = pattern; at < end; at++) {
    const field = tree.field(at);
    const isOther =
      (field === 'expression' && tree.type(tree.parent(at)) === 'view_pattern') ||
      (field === 'type' && at !== pattern) ||
      tree.type(at) === 'type_application' ||
      tree.type(at) === 'splice';
    if (isOther) {
      at = (tree.nexts[at] as number) - 1;
      continue;
    }
    if (tree.type(at) === 'field_name') {
      const name = tree.childOf(at, 'variable');
      // `Row{size}` binds a name of the field's name.
      const isShort = tree.child(tree.parent(at), 'pattern') < 0;
      if (isShort && name >= 0) {
        facts.declare(name, { kind: 'variable', ...what, node: at, isMethod: true });
        facts.markAlso(name, 'read', () => ofModule(facts, name));
      }
      at = (tree.nexts[at] as number) - 1;
      continue;
    }
    if (tree.type(at) === 'variable' && tree.of(at) !== '_')
      facts.declare(at, { kind: 'variable', ...what, node: at, isMethod: true });
  }
}
