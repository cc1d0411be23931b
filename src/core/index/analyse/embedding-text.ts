/**
 * What is embedded for a chunk: its text behind the names of its folder and file. They stand twice, because the model
 * weighs a word by the logarithm of its count and a name says more than one mention in the text.
 */
export function embeddingText(path: string, chunk: string): string {
  const file = path.lastIndexOf('/') + 1;
  const folder = file < 2 ? 0 : path.lastIndexOf('/', file - 2) + 1;
  const named = `${path.slice(folder, Math.max(folder, file - 1))} ${path.slice(file)}`.trimStart();
  const name = named.replace(/\.\w+$/, '');
  return `${name}\n${name}\n${chunk}`;
}
