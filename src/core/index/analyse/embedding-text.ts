/**
 * What is embedded for a chunk: its text behind the names of its folder and file. They stand twice, because the model
 * weighs a word by the logarithm of its count and a name says more than one mention in the text.
 */
export function embeddingText(path: string, chunk: string): string {
  const name = path
    .split('/')
    .slice(-2)
    .join(' ')
    .replace(/\.\w+$/, '');
  return `${name}\n${name}\n${chunk}`;
}
