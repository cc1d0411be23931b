/**
 * The frame in which diagrams are drawn. It has no origin (`sandbox`), so that whatever a diagram does reaches neither the page
 * nor the server. It gets the text of a diagram and gives back a drawing, which the page shows as an image.
 */
interface Mermaid {
  initialize(settings: object): void;
  render(id: string, text: string): Promise<{ svg: string }>;
}

declare const mermaid: Mermaid;

interface Asked {
  number: number;
  text: string;
  dark: boolean;
}

/** Longer ones are not drawn: the layout takes time in proportion to the square. */
const LONGEST = 50_000;

window.addEventListener('message', (event: MessageEvent<Asked>) => {
  // Only the page that holds this frame can know it.
  if (event.source !== window.parent) return;
  const { number, text, dark } = event.data;
  draw(number, text, dark).then(
    (drawing) => window.parent.postMessage({ number, ...drawing }, '*'),
    (error: unknown) =>
      window.parent.postMessage(
        { number, error: error instanceof Error ? error.message : String(error) },
        '*',
      ),
  );
});

async function draw(
  number: number,
  text: string,
  dark: boolean,
): Promise<{ svg: string; width: number; height: number }> {
  if (text.length > LONGEST) throw new Error(`The diagram has more than ${LONGEST} characters.`);
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: dark ? 'dark' : 'neutral',
    htmlLabels: false,
    flowchart: { htmlLabels: false, useMaxWidth: false },
    suppressErrorRendering: true,
    fontFamily: 'system-ui, sans-serif',
    maxTextSize: LONGEST,
  });
  const { svg } = await mermaid.render(`diagram-${number}`, text);
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [, , width = 0, height = 0] = (drawn.getAttribute('viewBox') ?? '').split(/[ ,]+/).map(Number);
  // An image has no page around it that would give it a size.
  drawn.setAttribute('width', String(width));
  drawn.setAttribute('height', String(height));
  drawn.removeAttribute('style');
  return { svg: new XMLSerializer().serializeToString(drawn), width, height };
}

window.parent.postMessage({ ready: true }, '*');
