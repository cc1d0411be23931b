/** Declarations by assignment: `exports.x = …`, `module.exports = …`, `Type.prototype.x = function …`. */
import type { Declaration, Rule } from '../outline-walk.ts';
import { valueDeclaration } from './shapes.ts';

const EXPORTS_MEMBER = /^(?:module\.)?exports\.([\w$]+)$/;
const EXPORTS = /^(?:module\.)?exports$/;
const PROTOTYPE_MEMBER = /^([\w$]+(?:\.[\w$]+)*)\.prototype\.([\w$]+)$/;
const MEMBER = /^((?!this\b|self\b|window\b)[\w$]+(?:\.[\w$]+)*)\.([\w$]+)$/;

export const assignment: Rule = (node, { source, scopeKind }) => {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left === null || right === null || left.type === 'identifier') return undefined;
  const target = source.of(left);
  const declared = valueDeclaration(right, source);
  const value: Omit<Declaration, 'name'> =
    declared && declared.kind !== 'object'
      ? declared
      : { kind: 'exported_variable', ...(declared ? { opens: 'class' as const } : {}) };

  const member = EXPORTS_MEMBER.exec(target)?.[1];
  if (member !== undefined) return source.of(right) === member ? undefined : { ...value, name: member };
  if (EXPORTS.test(target)) return right.type === 'identifier' ? undefined : { ...value, name: 'exports' };
  if (declared === undefined || declared.kind === 'object') return undefined;
  const [, type, method] = PROTOTYPE_MEMBER.exec(target) ?? [];
  if (type !== undefined && method !== undefined)
    return {
      ...declared,
      kind: declared.kind.replace('function', 'method'),
      name: method,
      owner: type,
      scopeKind: 'class',
    };
  const [, object, name] = scopeKind === 'module' ? (MEMBER.exec(target) ?? []) : [];
  return object === undefined || name === undefined ? undefined : { ...declared, name, owner: object };
};
