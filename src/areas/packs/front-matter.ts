/** The file of a pack: YAML between two lines of three dashes, and whatever people wrote below. */

export interface Document {
  yaml: string;
  body: string;
}

/** Undefined if it does not begin with front matter, or the front matter does not end. */
export function splitDocument(text: string): Document | undefined {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const opening = /^---[ \t]*\r?\n/.exec(plain);
  if (opening === null) return undefined;
  const rest = plain.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (closing === null) return undefined;
  return {
    yaml: rest.slice(0, closing.index).replaceAll('\r\n', '\n'),
    body: rest.slice(closing.index + closing[0].length),
  };
}

export function joinDocument({ yaml, body }: Document): string {
  return `---\n${yaml}---\n${body}`;
}
