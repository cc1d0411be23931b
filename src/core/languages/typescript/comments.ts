import { C_LIKE, type CommentSyntax } from '../comment-syntax.ts';
import { REGULAR_EXPRESSION, TEMPLATE_LITERAL } from './template-literal.ts';

export const ECMASCRIPT_COMMENTS: CommentSyntax = [...C_LIKE, TEMPLATE_LITERAL, REGULAR_EXPRESSION];
