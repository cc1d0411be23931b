/** A declaration on one line: `name(parameters)` where brackets say that it is a function, else `kind name`. */
export interface DeclarationRow {
  /** With a blank behind it; empty where the brackets say it. */
  kind: string;
  name: string;
  signature: string;
}

export function declarationRow(kind: string, name: string, written: string): DeclarationRow {
  const signature = signatureOf(kind, written);
  return { kind: signature.startsWith('(') ? kindOfCallable(kind) : `${kind} `, name, signature };
}

function kindOfCallable(kind: string): string {
  if (kind === 'function' || kind === 'method') return '';
  return kind === 'async_function' || kind === 'async_method' ? 'async ' : `${kind} `;
}

/** Empty brackets mean something for a function, and nothing for a type. */
function signatureOf(kind: string, signature: string): string {
  return signature === '()' && !/function|method|constructor/.test(kind) ? '' : signature;
}

/** `9` or `3-9`. */
export function lineRange(first: number, last: number): string {
  return first === last ? `${first}` : `${first}-${last}`;
}
