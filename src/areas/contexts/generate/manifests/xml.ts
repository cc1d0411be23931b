/** As much XML as a manifest needs. By hand: a pattern that looks for an end tag can be made to search for hours. */

/** The insides of all elements of the name, none of which lies in another. */
export function elements(xml: string, name: string): string[] {
  return split(xml, `<${name}>`, `</${name}>`).inside;
}

export function withoutElements(xml: string, names: readonly string[]): string {
  return names.reduce((text, name) => split(text, `<${name}>`, `</${name}>`).outside, xml);
}

export function withoutComments(xml: string): string {
  return split(xml, '<!--', '-->').outside;
}

export function elementText(xml: string, name: string): string | undefined {
  const text = elements(xml, name)[0]?.trim();
  return text === '' || text?.includes('<') === true ? undefined : text;
}

function split(text: string, open: string, close: string): { inside: string[]; outside: string } {
  const inside: string[] = [];
  let outside = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start === -1 ? -1 : text.indexOf(close, start);
    if (end === -1) return { inside, outside: outside + text.slice(at) };
    inside.push(text.slice(start + open.length, end));
    outside += text.slice(at, start);
    at = end + close.length;
  }
}
