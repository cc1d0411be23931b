import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { line } from '../core/answer.ts';
import { AppError } from '../core/errors.ts';
import { createLogger } from '../core/logger.ts';
import { type Area, defineTool, jsonAnswer, READS } from '../core/tool.ts';
import type { AuditEvent } from './audit.ts';
import { createDispatch } from './dispatch.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimiter } from './rate-limit.ts';

/** A value that the envelope of the test refuses to word. */
const UNSENDABLE = { text: 'x' };

interface Setting {
  handle?: (input: { path: string; count: number }, call: { signal: AbortSignal }) => Promise<unknown>;
  timeoutMs?: number;
  /** Of a tool that takes its time. */
  longTimeoutMs?: number | 'none';
  perMinute?: number;
}

function setting({
  handle = async (input) => input,
  timeoutMs = 5000,
  longTimeoutMs,
  perMinute,
}: Setting = {}) {
  const tool = defineTool({
    name: 'demo.read',
    safeName: 'demo_read',
    description: 'A tool for this test.',
    annotations: READS,
    input: () =>
      z.object({
        path: z.string().describe('a place'),
        count: z.number().int().min(1).default(3).describe('how many'),
        note: z.string().optional().describe('free text'),
      }),
    paths: ['path'],
    renamed: { file: 'path' },
    ...(perMinute === undefined ? {} : { perMinute }),
    takesItsTime: longTimeoutMs !== undefined,
    handle,
  });
  const area: Area = {
    tools: [tool],
    instructions: '',
    texts: { 'demo.read': (value) => [line(JSON.stringify(value))] },
    envelope: {
      success: (value) => {
        if (value === UNSENDABLE) throw new AppError('blocked', 'response_too_large', 'It is too large.');
        return jsonAnswer({ answer: value });
      },
      failure: ({ kind, code, message, hint, details }) => jsonAnswer({ kind, code, message, hint, details }),
    },
  };
  const events: AuditEvent[] = [];
  const time = { now: 0 };
  const metrics = createMetrics();
  const logged: string[] = [];
  const clock = { now: () => time.now, elapsed: () => time.now };
  const call = createDispatch({
    areas: [area],
    checkRoot: () => {},
    longTimeoutMs: longTimeoutMs === 'none' ? undefined : longTimeoutMs,
    resolvePath: (path) => {
      if (path.includes('..')) throw new AppError('blocked', 'traversal', 'The path leaves the repository.');
      return `resolved/${path}`;
    },
    record: (event) => events.push(event),
    metrics,
    rates: createRateLimiter(clock),
    timeoutMs,
    clock,
    log: createLogger('info', (line) => logged.push(line), clock.now),
  });
  const ask = async (args: unknown, name = 'demo.read', signal?: AbortSignal) => {
    const outcome = await call(name, args, { requestId: 7, ...(signal ? { signal } : {}) });
    const body = JSON.parse(outcome?.text ?? 'null');
    return { value: outcome?.isError ? body : body.answer, isError: outcome?.isError };
  };
  return { call, ask, events, metrics, time, logged };
}

describe('look-up', () => {
  test('a tool answers under its canonical and its safe name, and is audited under the first', async () => {
    const { ask, events } = setting();
    expect((await ask({ path: 'a' }, 'demo.read')).value.path).toBe('resolved/a');
    expect((await ask({ path: 'a' }, 'demo_read')).value.path).toBe('resolved/a');
    expect(events.map(({ tool }) => tool)).toEqual(['demo.read', 'demo.read']);
  });

  test.each(['nope', '__proto__', 'constructor', 'toString', ''])('there is no tool %j', async (name) => {
    expect(await setting().call(name, {}, { requestId: 1 })).toBeUndefined();
  });
});

describe('arguments', () => {
  test('defaults are filled in and paths resolved before the handler runs', async () => {
    expect((await setting().ask({ path: 'a' })).value).toEqual({ path: 'resolved/a', count: 3 });
  });

  test('an unknown argument is refused by name with the nearest known one', async () => {
    const { value, isError } = await setting().ask({ path: 'a', cuont: 2 });
    expect(isError).toBe(true);
    expect(value).toMatchObject({ kind: 'invalid', code: 'invalid_arguments' });
    expect(value.message).toBe('demo.read has no argument "cuont"; use "count"');
  });

  test('a known wrong name leads to the right one', async () => {
    expect((await setting().ask({ file: 'a' })).value.message).toContain('use "path"');
  });

  test('an argument like nothing known gets the list', async () => {
    expect((await setting().ask({ path: 'a', zzzzzz: 1 })).value.message).toContain(
      'it takes path, count, note',
    );
  });

  test.each([
    [{ path: 3 }],
    [{}],
    [{ path: 'a', count: 'many' }],
    [{ path: 'a', count: 0 }],
    [{ path: 'a', count: 1.5 }],
  ])('wrong value %j is refused with the argument named', async (args) => {
    const { value } = await setting().ask(args);
    expect(value.kind).toBe('invalid');
    expect(value.message).toMatch(/^(path|count): /);
  });

  test.each([[[]], ['text'], [5]])('%j is not an object of arguments', async (args) => {
    expect((await setting().ask(args)).value.message).toBe('Arguments must be an object.');
  });

  test('own properties named like those of Object are only unknown arguments', async () => {
    const { value } = await setting().ask(JSON.parse('{"path":"a","__proto__":{"count":9},"constructor":1}'));
    expect(value.kind).toBe('invalid');
    expect(value.message).toContain('"__proto__"');
  });

  test('a refused path never reaches the handler', async () => {
    let ran = false;
    const { ask, events } = setting({
      handle: async () => {
        ran = true;
      },
    });
    expect((await ask({ path: '../x' })).value.kind).toBe('blocked');
    expect(ran).toBe(false);
    expect(events[0]).toMatchObject({ ok: false, blocked: true, error_code: 'traversal' });
  });
});

describe('outcomes', () => {
  test('a value comes as it is, beside the answer its area words', async () => {
    const value = { when: new Date(0), items: new Map([['a', 1]]) };
    const outcome = await setting({ handle: async () => value }).call(
      'demo.read',
      { path: 'a' },
      { requestId: 1 },
    );
    if (outcome?.isError !== false) throw new Error('it failed');
    expect(outcome.value).toBe(value);
    expect(outcome.text).toBe('{"answer":{"when":"1970-01-01T00:00:00.000Z","items":{}}}');
    expect(outcome.body).toEqual({ answer: value });
  });

  test('an error comes as it was thrown, beside the answer its area words', async () => {
    const error = new AppError('stale', 'moved', 'The lines moved.', { details: { to: 7 } });
    const outcome = await setting({ handle: () => Promise.reject(error) }).call(
      'demo.read',
      { path: 'a' },
      { requestId: 1 },
    );
    if (outcome?.isError !== true) throw new Error('it worked');
    expect(outcome.error).toBe(error);
    expect(JSON.parse(outcome.text)).toEqual(outcome.body);
    expect(outcome.body).toMatchObject({ kind: 'stale', code: 'moved', details: { to: 7 } });
  });

  test('a value that cannot be sent is an error for everyone, and in the audit', async () => {
    const { call, events } = setting({ handle: async () => UNSENDABLE });
    const outcome = await call('demo.read', { path: 'a' }, { requestId: 1 });
    expect(outcome).toMatchObject({ isError: true, error: { code: 'response_too_large' } });
    expect(outcome).not.toHaveProperty('value');
    expect(events).toMatchObject([{ ok: false, blocked: true, error_code: 'response_too_large' }]);
  });
});

describe('what a handler throws', () => {
  test('an unknown error loses its text, which may hold host paths, and is logged', async () => {
    const { ask, logged } = setting({
      handle: async () => {
        throw new Error('ENOENT /home/somebody/secret');
      },
    });
    const { value } = await ask({ path: 'a' });
    expect(value.kind).toBe('internal');
    expect(JSON.stringify(value)).not.toContain('/home/');
    expect(logged.join()).toContain('/home/somebody/secret');
  });

  test('the server goes on', async () => {
    let first = true;
    const { ask } = setting({
      handle: async (input) => {
        if (!first) return input;
        first = false;
        throw new TypeError('x');
      },
    });
    expect((await ask({ path: 'a' })).isError).toBe(true);
    expect((await ask({ path: 'a' })).isError).toBe(false);
  });
});

describe('time', () => {
  test('a call over the limit is answered and its signal fires, even if the handler does not listen', async () => {
    let signal: AbortSignal | undefined;
    const { ask } = setting({
      timeoutMs: 20,
      handle: (_, call) => {
        signal = call.signal;
        return new Promise(() => {});
      },
    });
    expect((await ask({ path: 'a' })).value).toMatchObject({ kind: 'timeout' });
    expect(signal?.aborted).toBe(true);
  });

  test.each([
    ['none', false],
    [20, true],
  ] as const)('the limit of a tool that takes its time is another: %s', async (longTimeoutMs, isError) => {
    const handle = (input: unknown) => new Promise((done) => setTimeout(() => done(input), 200));
    const { ask } = setting({ timeoutMs: 1, longTimeoutMs, handle });
    expect((await ask({ path: 'a' })).isError).toBe(isError);
  });

  test('a cancelled call is answered as cancelled', async () => {
    const controller = new AbortController();
    const { ask } = setting({ handle: () => new Promise(() => {}) });
    const answer = ask({ path: 'a' }, 'demo.read', controller.signal);
    controller.abort();
    expect((await answer).value.kind).toBe('cancelled');
  });
});

describe('rates', () => {
  test('the window slides, and the refusal says how long to wait', async () => {
    const { ask, time } = setting({ perMinute: 2 });
    expect((await ask({ path: 'a' })).isError).toBe(false);
    time.now = 30_000;
    expect((await ask({ path: 'a' })).isError).toBe(false);
    time.now = 45_000;
    const { value } = await ask({ path: 'a' });
    expect(value).toMatchObject({ kind: 'rate_limit', message: 'Rate limit exceeded for demo.read' });
    expect(value.details.retryAfterSeconds).toBe(15);
    time.now = 60_000;
    expect((await ask({ path: 'a' })).isError).toBe(false);
    time.now = 61_000;
    expect((await ask({ path: 'a' })).isError).toBe(true);
  });
});

describe('audit and metrics', () => {
  test('texts people wrote appear as their length; places, numbers and switches as they are', async () => {
    const { ask, events } = setting();
    await ask({ path: 'src/a.ts', count: 2, note: 'my secret plan' });
    expect(events).toEqual([
      {
        timestamp: '1970-01-01T00:00:00.000Z',
        request_id: '7',
        tool: 'demo.read',
        ok: true,
        blocked: false,
        duration_ms: 0,
        bytes: expect.any(Number),
        metadata: { count: 2, note_length: 14, path: 'src/a.ts' },
      },
    ]);
  });

  test('names and values of unknown arguments are not recorded, control characters are shown', async () => {
    const { ask, events } = setting();
    await ask({ path: 'a\u001b[2J\u202e', 'my secret': 'my secret' });
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(events[0]?.metadata.path).toBe('a\\u001b[2J\\u202e');
  });

  test('counts, errors by kind and percentiles per tool', async () => {
    const { ask, metrics, time } = setting({
      handle: async ({ count }) => {
        time.now += count;
        return {};
      },
    });
    for (let count = 1; count <= 100; count++) await ask({ path: 'a', count });
    await ask({ path: '../a' });
    expect(metrics.summary()).toEqual([
      {
        tool: 'demo.read',
        count: 101,
        errors: 1,
        error_kinds: { blocked: 1 },
        bytes: expect.any(Number),
        p50_ms: 50,
        p95_ms: 95,
        p99_ms: 99,
      },
    ]);
  });
});
