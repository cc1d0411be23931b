/** One answer to a question in text form: places with code, the symbols around them, what is written; never more than asked for. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = {
  'src/retry.py': [
    'from src.clock import wait_for_delay',
    '',
    'def next_delay(attempt):',
    '    """The delay doubles with each retry attempt."""',
    '    return 2 ** attempt',
    '',
    'def retry_request(request, attempt):',
    '    """Send a request again after the delay."""',
    '    wait_for_delay(next_delay(attempt))',
    '    return request.send()',
    '',
  ].join('\n'),
  'src/clock.py': 'def wait_for_delay(seconds):\n    return seconds\n',
  'src/client.py':
    'from src.retry import retry_request\n\ndef fetch(request):\n    return retry_request(request, 1)\n',
  'docs/usage.md': '# Usage\n\nRequests are sent again.\n',
};
const QUESTION = 'how is a request sent again after the retry delay';

async function ask(root: string, args: object) {
  const { app } = await openApp(root);
  await app.prepare(new AbortController().signal, () => {});
  const outcome = await app.call('context_search', args, { requestId: 1, form: 'text' });
  if (outcome === undefined) throw new Error('no such tool');
  return outcome;
}

test('shows code with its head, who calls it and what it uses', async () => {
  const { text } = await ask(repository(FILES), { query: QUESTION });
  expect(text).toMatch(/^src\/retry\.py:\d+-\d+ {2}\w+$/m);
  expect(text).toContain('  9:     wait_for_delay(next_delay(attempt))');
  expect(text).toMatch(/^ {2}retry_request called by fetch src\/client\.py:4$/m);
  expect(text).toMatch(/^ {2}retry_request uses .*wait_for_delay src\/clock\.py:1/m);
});

test('every numbered line is the line of the file as it is now, also after an edit', async () => {
  const root = repository(FILES);
  const { app } = await openApp(root);
  await app.prepare(new AbortController().signal, () => {});
  const call = () => app.call('context_search', { query: QUESTION }, { requestId: 1, form: 'text' });
  await call();
  const path = join(root, 'src/retry.py');
  writeFileSync(path, `# One line more about a retry delay.\n${readFileSync(path, 'utf8')}`);
  const text = (await call())?.text ?? '';
  let lines: string[] = [];
  let seen = 0;
  for (const each of text.split('\n')) {
    const [, file] = /^(\S+):\d/.exec(each) ?? [];
    if (file !== undefined) lines = readFileSync(join(root, file), 'utf8').split('\n');
    const [, number, code] = /^ *(\d+): (.*)$/.exec(each) ?? [];
    if (number === undefined) continue;
    expect(code).toBe(lines[Number(number) - 1]);
    seen++;
  }
  expect(seen).toBeGreaterThan(5);
});

test('what is written is part of the answer, under a head of its own', async () => {
  const root = repository(FILES);
  expect((await runProgram(root, ['stash', 'init'])).status).toBe(0);
  const why =
    '# Retries double their delay\n\nA request is sent again after a delay that doubles, so that a busy server recovers.';
  expect((await runProgram(root, ['stash', 'add', '--type', 'decision', why])).status).toBe(0);
  const { text } = await ask(root, { query: QUESTION });
  expect(text).toMatch(/^00001 {2}Retries double their delay {2}discovery decision/m);
  expect(text).toContain('so that a busy server recovers');
});

describe('the size', () => {
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `src/delay_${at}.py`,
      Array.from(
        { length: 10 },
        (_, each) => `def retry_delay_${each}(request):\n${`    request.wait(${at}, ${each})\n`.repeat(9)}`,
      ).join('\n'),
    ]),
  );
  test.each([200, 1_000, 3_000, 8_000, 20_000])('%i characters are never exceeded', async (maxCharacters) => {
    const { text } = await ask(repository(many), { query: 'retry delay of a request', maxCharacters });
    expect(text.length).toBeLessThanOrEqual(maxCharacters);
    if (maxCharacters >= 3_000) expect(text.length).toBeGreaterThan(maxCharacters * 0.75);
    expect(text).toMatch(/\d+ more left out; raise maxCharacters/);
  });

  test('control characters count as they are shown', async () => {
    const text = `def retry_delay():\n${`    # retry delay ${'\u0001'.repeat(40)}\n`.repeat(60)}`;
    const answer = await ask(repository({ 'a.py': text }), { query: 'retry delay', maxCharacters: 2_000 });
    expect(answer.text.length).toBeLessThanOrEqual(2_000);
  });
});

describe('what is nearly the same', () => {
  const body = (wait: string) =>
    [
      'prepared = self.prepare(request)',
      'self.limit_rate(prepared)',
      `response = ${wait}self.transport.handle(prepared)`,
      'self.count(response)',
      'response.history = self.history',
      'return response',
    ]
      .map((line) => `        ${line}`)
      .join('\n');

  test('an asynchronous twin is one line that names it', async () => {
    const code = [
      'class Client:',
      '    def send_request(self, request):',
      body(''),
      '',
      'class AsyncClient:',
      '    async def send_request(self, request):',
      body('await '),
      '',
    ].join('\n');
    const root = repository({ 'client.py': code });
    const { text } = await ask(root, { query: 'how does the client send a request' });
    expect(text.match(/transport\.handle/g)).toHaveLength(1);
    expect(text).toMatch(/^ {2}nearly the same: (?:Async)?Client\.send_request client\.py:\d+-\d+$/m);
  });

  test('declarations of overloads are named, the one with the body is shown', async () => {
    const code = [
      'from typing import overload',
      '',
      '@overload',
      'def parse_size(text: str) -> int: ...',
      '@overload',
      'def parse_size(text: bytes) -> int: ...',
      'def parse_size(text):',
      '    """Size of a text with a unit."""',
      '    return len(text) * unit_of(text)',
      '',
    ].join('\n');
    const { text } = await ask(repository({ 'size.py': code }), { query: 'parse the size of a text' });
    expect(text).toContain('return len(text) * unit_of(text)');
    expect(text).not.toContain(': bytes) -> int');
    expect(text).toMatch(/^ {2}nearly the same: size\.py:3-6$/m);
  });
});

test('files without room for code are named with their best declaration', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `src/delay_${at}.py`,
      `def retry_delay_${at}(request):\n${`    request.wait(${at})\n`.repeat(20 + at)}`,
    ]),
  );
  const { text } = await ask(repository(files), { query: 'retry delay of a request', maxCharacters: 2_500 });
  const shown = [...text.matchAll(/^(?:also )?(src\/delay_\d\.py):/gm)].map(([, path]) => path);
  expect(new Set(shown).size).toBeGreaterThanOrEqual(4);
  expect(text).toMatch(/^also src\/delay_\d\.py:1 {2}retry_delay_\d$/m);
});

test('the same state gives the same bytes', async () => {
  const root = repository(FILES);
  expect((await ask(root, { query: QUESTION })).text).toBe((await ask(root, { query: QUESTION })).text);
});

test('a search for a type has no code; nothing found is said', async () => {
  const { text } = await ask(repository(FILES), { query: 'retry delay', type: 'decision' });
  expect(text).toBe('Nothing found.');
});

test('0 lists results, as JSON does; JSON has no answer unless a size is given', async () => {
  const root = repository(FILES);
  const { text } = await ask(root, { query: QUESTION, maxCharacters: 0 });
  expect(text).toMatch(/^src\/retry\.py:\d+-\d+ {2}code {2}/m);
  const { call } = await openApp(root);
  expect((await call('context_search', { query: QUESTION })).value.answer).toBeUndefined();
  const sized = (await call('context_search', { query: QUESTION, maxCharacters: 1_000 })).value;
  expect(sized.answer.files[0].path).toBe('src/retry.py');
});

test('the command prints the same, and takes the size', async () => {
  const root = repository(FILES);
  const { status, stdout } = await runProgram(root, ['ask', '--chars', '900', QUESTION]);
  expect(status).toBe(0);
  expect(stdout).toContain('def retry_request');
  expect(stdout.length).toBeLessThanOrEqual(900);
  const wrong = await runProgram(root, ['ask', '--chars', '-5', QUESTION]);
  expect(wrong.status).toBe(2);
});
