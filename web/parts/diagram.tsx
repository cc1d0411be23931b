/** A Mermaid diagram, drawn in a frame without origin and shown as an image: an image runs nothing and loads nothing. */
import { useEffect, useState } from 'preact/hooks';
import { visible } from './visible.ts';

interface Drawing {
  svg: string;
  width: number;
  height: number;
}

type Reply = { ready: true } | ({ number: number } & (Drawing | { error: string }));

/** A diagram may be made to take forever: then its frame is thrown away. */
const LONGEST_MS = 10_000;

let frame: Promise<HTMLIFrameElement> | undefined;
let numbers = 0;
/** One after the other, so that a frame that hangs is known to hang for the last one. */
let last: Promise<unknown> = Promise.resolve();

/** Loaded with the first diagram. */
function openFrame(): Promise<HTMLIFrameElement> {
  frame ??= new Promise((resolve, reject) => {
    const made = document.createElement('iframe');
    made.setAttribute('sandbox', 'allow-scripts');
    made.setAttribute('aria-hidden', 'true');
    made.tabIndex = -1;
    made.title = 'Diagrams are drawn here';
    made.className = 'workshop';
    const ready = (event: MessageEvent<Reply>) => {
      if (event.source !== made.contentWindow || !('ready' in event.data)) return;
      window.removeEventListener('message', ready);
      resolve(made);
    };
    window.addEventListener('message', ready);
    setTimeout(() => reject(new Error('What draws diagrams could not be loaded.')), LONGEST_MS);
    made.src = 'diagram.html';
    document.body.append(made);
  });
  return frame;
}

function draw(text: string, dark: boolean): Promise<Drawing> {
  const drawn = last.then(() => drawNow(text, dark));
  last = drawn.catch(() => {});
  return drawn;
}

async function drawNow(text: string, dark: boolean): Promise<Drawing> {
  const opened = await openFrame();
  const number = ++numbers;
  return await new Promise<Drawing>((resolve, reject) => {
    const late = setTimeout(() => {
      opened.remove();
      frame = undefined;
      reject(new Error('Drawing took too long and was stopped.'));
    }, LONGEST_MS);
    const answered = (event: MessageEvent<Reply>) => {
      const reply = event.data;
      if (event.source !== opened.contentWindow || 'ready' in reply || reply.number !== number) return;
      window.removeEventListener('message', answered);
      clearTimeout(late);
      if ('error' in reply) reject(new Error(reply.error));
      else resolve(reply);
    };
    window.addEventListener('message', answered);
    opened.contentWindow?.postMessage({ number, text, dark }, '*');
  });
}

export function Diagram({ title, text }: { title: string; text: string }) {
  const [drawing, setDrawing] = useState<Drawing | { problem: string } | undefined>();
  useEffect(() => {
    let isGone = false;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    draw(text, dark).then(
      (made) => !isGone && setDrawing(made),
      (error: unknown) =>
        !isGone && setDrawing({ problem: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [text]);
  return (
    <figure class="diagram">
      {drawing === undefined ? (
        <p class="loading" role="status">
          Drawing…
        </p>
      ) : 'problem' in drawing ? (
        <p class="trouble" role="alert">
          It cannot be drawn: {visible(drawing.problem.split('\n')[0] ?? '')}
        </p>
      ) : (
        <div class="drawing" tabIndex={0} role="region" aria-label={`Drawing of ${title}`}>
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing.svg)}`}
            width={Math.ceil(drawing.width)}
            height={Math.ceil(drawing.height)}
            alt={title}
          />
        </div>
      )}
      <details>
        <summary>Source of the diagram</summary>
        <pre>{visible(text)}</pre>
      </details>
    </figure>
  );
}
