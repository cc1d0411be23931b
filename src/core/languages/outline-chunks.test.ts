import { describe, expect } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { smartChunks } from './index.ts';

const method = (name: string) =>
  `  /** Says ${name}. */\n  ${name}() {\n${'    call(1, 2, 3);\n'.repeat(40)}  }\n`;

describe('smart chunks', () => {
  verifies(
    ['repo:adapter:smart-chunks', 'repo:chunk:adapter-boundaries'],
    'begin at declarations, with the comment above them',
    async () => {
      const text = `class A {\n${method('first')}${method('second')}${method('third')}}\n`;
      const starts = (await smartChunks('a.ts', text)).map(({ startLine }) =>
        text.split('\n')[startLine - 1]?.trim(),
      );
      expect(starts).toEqual(['class A {', '/** Says second. */', '/** Says third. */']);
    },
  );

  verifies('repo:chunk:adapter-boundaries', 'follow the headings of Markdown', async () => {
    const section = (title: string) => `## ${title}\n\n${'Words and words and words.\n'.repeat(30)}`;
    const text = `# Title\n\n${section('One')}${section('Two')}`;
    const starts = (await smartChunks('a.md', text)).map(({ startLine }) => text.split('\n')[startLine - 1]);
    expect(starts).toEqual(['# Title', '## Two']);
  });

  verifies('repo:chunk:deterministic', 'cut what is too long, and are the same every time', async () => {
    const text = `def f():\n${'    call(1)\n'.repeat(1000)}`;
    const chunks = await smartChunks('a.py', text);
    expect(chunks.length).toBeGreaterThan(5);
    expect(await smartChunks('a.py', text)).toEqual(chunks);
  });

  verifies('repo:adapter:other-languages', 'are not made up where nothing is known', async () => {
    expect(await smartChunks('a.txt', 'words\n')).toEqual([]);
    expect(await smartChunks('a.py', '')).toEqual([]);
  });
});
