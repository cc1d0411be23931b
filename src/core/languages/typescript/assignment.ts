/** Declarations by assignment: `exports.x = …`, `module.exports = …`, `Type.prototype.x = function …`. */
import type { Rule } from '../outline-walk.ts';
import type { FileMemory } from './file-memory.ts';
import { type NamedValue, valueDeclaration } from './shapes.ts';

const EXPORTS_MEMBER = /^(?:module\.)?exports\.([\w$]+)$/;
const EXPORTS = /^(?:module\.)?exports$/;
const PROTOTYPE_MEMBER = /^([\w$]+(?:\.[\w$]+)*)\.prototype\.([\w$]+)$/;
const MEMBER = /^((?!this\b|self\b|window\b)[\w$]+(?:\.[\w$]+)*)\.([\w$]+)$/;

export function assignment(memory: FileMemory): Rule {
  return (node, { source, scopeKind }) => {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName('right');
    if (left === null || right === null || left.type === 'identifier') return undefined;
    const target = source.of(left);
    const declared = valueDeclaration(right, source);
    const value: NamedValue = declared ?? { kind: 'exported_variable' };

    const member = EXPORTS_MEMBER.exec(target)?.[1];
    if (member !== undefined || EXPORTS.test(target)) {
      if (right.type === 'identifier' && (member === undefined || source.of(right) === member))
        return undefined;
      if (declared?.object) memory.nameObject(declared.object);
      return { ...value, name: member ?? 'exports' };
    }
    if (declared === undefined || declared.object) return undefined;
    const [, type, method] = PROTOTYPE_MEMBER.exec(target) ?? [];
    if (type !== undefined && method !== undefined)
      return {
        ...value,
        kind: value.kind.replace('function', 'method'),
        name: method,
        owner: type,
        scopeKind: 'class',
      };
    const [, object, name] = scopeKind === 'module' ? (MEMBER.exec(target) ?? []) : [];
    return object === undefined || name === undefined ? undefined : { ...value, name, owner: object };
  };
}
