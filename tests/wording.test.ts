/** Phrases that were retired because nobody would say them: they stay out of help, messages and pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const RETIRED: readonly RegExp[] = [
  /\bmend(s|ed|ing)?\b/i,
  /\banew\b/i,
  /\bif (absent|not said)\b/i,
  /\bMost \w+(, up to|;| to show| in all)/i,
  /twice is as once/i,
  /nobody is here/i,
  /points? nowhere/i,
  /no change to tell/i,
  /for information\b/i,
  /life from now/i,
  /nobody greets/i,
  /comes to npm/i,
  /house on one page/i,
  /the marks of (a|an|the)( unfinished)? merge/i,
  /cannot be told from/i,
  /\btakes? (it )?(away|back)\b/i,
  /\bbrings? along\b/i,
  /\bthis very\b/i,
  /\bEnds with \d/,
  /\b(house|whereabouts|shel(f|ves)|heirs?|first aid|ceilings?|twins?)\b/i,
  /\b(the|one|two|other|only) rooms?\b/i,
  /\b(ride|rides|riding) (on|along)\b/i,
  /\bkin\b/i,
  /\bheal(s|ed)?\b/i,
  /\b(is|are|was) told\b/i,
  /\b(tells?|told|hears?) of\b/i,
  /\bwhat became of\b/i,
];

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
}

/** Names of the code base and comments are another matter: only what is between quotes, or a page, is read by people. */
function shown(path: string, text: string): string[] {
  if (path.endsWith('.md')) return text.split('\n');
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ''),
  );
  return code.split('\n').map((line) => (line.match(/'[^']*'|"[^"]*"|`[^`]*`|`[^`]*$/g) ?? []).join(' '));
}

test('no help text, message or page uses a retired phrase', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'AGENTS.md', 'ARCHITECTURE.md'];
  const files = [
    ...pages.map((name) => join(ROOT, name)),
    ...filesBelow(join(ROOT, 'docs')).filter((path) => path.endsWith('.md')),
    join(ROOT, 'scripts/smoke.mjs'),
    ...filesBelow(join(ROOT, 'src')).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')),
  ];
  const found = files.flatMap((path) =>
    shown(path, readFileSync(path, 'utf8')).flatMap((line, at) =>
      RETIRED.filter((phrase) => phrase.test(line)).map(
        (phrase) => `${relative(ROOT, path)}:${at + 1} ${phrase.source}: ${line.trim().slice(0, 120)}`,
      ),
    ),
  );
  expect(found).toEqual([]);
});
