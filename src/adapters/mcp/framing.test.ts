import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, FrameDecoder, type FrameEvent, MAX_DEPTH } from './framing.ts';

const LIMIT = 2000;
const malformed: FrameEvent = { kind: 'malformed' };
const message = (value: unknown): FrameEvent => ({ kind: 'message', value });

function decode(input: string | Uint8Array, sizes: readonly number[] = []): FrameEvent[] {
  const bytes = Buffer.from(input);
  const decoder = new FrameDecoder(LIMIT);
  const events: FrameEvent[] = [];
  let at = 0;
  for (const size of sizes) {
    events.push(...decoder.push(bytes.subarray(at, at + size)));
    at += size;
  }
  events.push(...decoder.push(bytes.subarray(at)), ...decoder.end());
  return events;
}

const framed = (body: string, ...headers: string[]) =>
  [...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');

describe('FrameDecoder', () => {
  it.each<[string, string, FrameEvent[]]>([
    ['two lines in one read', '{"a":1}\n{"b":2}\n', [message({ a: 1 }), message({ b: 2 })]],
    [
      'lines that end in CRLF, and empty lines',
      '\r\n{"a":1}\r\n\n[2]\r\n',
      [message({ a: 1 }), message([2])],
    ],
    ['an object without a newline at the end', ' {"a":"é"}', [message({ a: 'é' })]],
    ['objects with nothing between them', '{"a":1}{"b":2}', [message({ a: 1 }), message({ b: 2 })]],
    ['a line that is not JSON', 'hello\n{"a":1}\n', [malformed, message({ a: 1 })]],
    ['a line that looks like a header', 'Error: no\n{"a":1}\n', [malformed, message({ a: 1 })]],
    ['a log line in brackets', '[info] up\n{"a":1}\n', [malformed, message({ a: 1 })]],
    ['a truncated object', '{"a":{"b":1\n{"a":1}\n', [malformed, message({ a: 1 })]],
    ['an open string', '{"a":"b\n{"a":1}\n', [malformed, message({ a: 1 })]],
    ['one error for one broken line', '{"a":] , {"b":1}}\n{"a":1}\n', [malformed, message({ a: 1 })]],
    ['values that are no object', '1\n"x"\nnull\n', [message(1), message('x'), message(null)]],
    ['a framed message', framed('{"a":1}'), [message({ a: 1 })]],
    ['lower-case header names', 'content-length: 7\r\n\r\n{"a":1}', [message({ a: 1 })]],
    ['bare newlines between headers', 'Content-Length:7\n\n{"a":1}', [message({ a: 1 })]],
    [
      'Content-Type before Content-Length',
      framed('{"a":1}', 'Content-Type: application/vscode-jsonrpc; charset=utf-8'),
      [message({ a: 1 })],
    ],
    ['a framed body over several lines', framed('{\n "a": 1\n}\n'), [message({ a: 1 })]],
    ['two frames in one read', framed('{"a":1}') + framed('"é"'), [message({ a: 1 }), message('é')]],
    ['bad JSON in a frame', framed('{"a":') + framed('{"a":1}'), [malformed, message({ a: 1 })]],
    ['a frame without a length', 'Content-Type: x\r\n\r\n{"a":1}', [malformed, message({ a: 1 })]],
    ['a length that is no number', 'Content-Length: -7\r\n\r\n{"a":1}', [malformed, message({ a: 1 })]],
    [
      'two lengths that differ, of which the last counts',
      'Content-Length: 8\r\nContent-Length: 7\r\n\r\n{"a":1}',
      [malformed, message({ a: 1 })],
    ],
    [
      'a header among lines, which is a malformed line',
      '{"a":1}\nContent-Length: 99999999999999\r\n\r\n{"b":2}\n{"c":3}\n',
      [message({ a: 1 }), malformed, message({ b: 2 }), message({ c: 3 })],
    ],
    [
      'lines after a header that announces more than the limit',
      'Content-Length: 99999999999999\r\n\r\n{"a":\n{"b":2}\n',
      [malformed, message({ b: 2 })],
    ],
    [
      'lines after a header that came before the first message',
      'Content-Length: 500\r\n\r\n{"a":1}\n{"b":2}\n',
      [message({ a: 1 }), message({ b: 2 })],
    ],
    [
      'the frame after one that announced too much',
      `${framed('{}')}Content-Length: 500\r\n\r\n{"a":"${framed('{"b":2}')}`,
      [message({}), malformed, message({ b: 2 })],
    ],
    ['a framed body that begins with a newline', framed('\n{"a":1}'), [message({ a: 1 })]],
    ['an empty body', `Content-Length: 0\r\n\r\n${framed('{"a":1}')}`, [malformed, message({ a: 1 })]],
    ['a line of text among headers', 'A: b\r\nnonsense\r\n{"a":1}', [malformed, message({ a: 1 })]],
    ['a frame cut off by the end', 'Content-Length: 70\r\n\r\n{}', [malformed]],
    ['headers cut off by the end', 'Content-Length: 70\r\n', [malformed]],
    ['an object cut off by the end', '{"a":', [malformed]],
    ['nothing', ' \r\n\t', []],
  ])('reads %s', (_, input, events) => {
    expect(decode(input)).toEqual(events);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(decode(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x0a]))).toEqual([malformed]);
  });

  it('refuses a header block without end', () => {
    expect(decode(`${'X-A: b\r\n'.repeat(2000)}\n{"a":1}\n`).at(-1)).toEqual(message({ a: 1 }));
    expect(decode(`${'x'.repeat(9000)}\n{"a":1}\n`)).toEqual([malformed, message({ a: 1 })]);
  });

  it('skips an oversized message, names its id and stays in step', () => {
    const big = JSON.stringify({ method: 'x', params: { id: 1, text: '}"\\'.repeat(LIMIT) }, id: 'last' });
    const refused: FrameEvent = { kind: 'refused', reason: 'size', id: 'last' };
    expect(decode(`${big}\n{"a":1}\n`)).toEqual([refused, message({ a: 1 })]);
    expect(decode(framed(big) + framed('{"a":1}'))).toEqual([refused, message({ a: 1 })]);
  });

  it('keeps no more than the limit in memory', () => {
    const decoder = new FrameDecoder(LIMIT);
    decoder.push(Buffer.from('{"a":"'));
    for (let i = 0; i < 1000; i++) decoder.push(Buffer.alloc(1000, 'x'));
    expect(decoder.heldCapacity).toBeLessThan(8 * LIMIT);
    expect(decoder.push(Buffer.from('","id":5}\n'))).toEqual([{ kind: 'refused', reason: 'size', id: 5 }]);
  });

  it('refuses a message nested too deep instead of failing on it', () => {
    const nested = (depth: number) => `{"id":4,"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(decode(`${nested(MAX_DEPTH)}\n`)).toMatchObject([{ kind: 'message' }]);
    expect(decode(`${nested(MAX_DEPTH + 1)}\n`)).toEqual([{ kind: 'refused', reason: 'depth', id: 4 }]);
    expect(decode(framed(nested(MAX_DEPTH + 1)))).toEqual([{ kind: 'refused', reason: 'depth', id: 4 }]);
    expect(decode(`${'['.repeat(1900)}\n`)).toEqual([{ kind: 'refused', reason: 'depth', id: undefined }]);
  });

  it('lets the first message fix the mode', () => {
    const mode = (input: string) => {
      const decoder = new FrameDecoder(LIMIT);
      decoder.push(Buffer.from(input));
      return decoder.mode;
    };
    expect(mode('')).toBe('lines');
    expect(mode('hello\n')).toBe('lines');
    expect(mode(`{"a":1}\n${framed('{}')}`)).toBe('lines');
    expect(mode(`${framed('{}')}{"a":1}\n`)).toBe('headers');
  });

  it('gives an error before the first message the form of what was wrong', () => {
    const decoder = new FrameDecoder(LIMIT);
    const modeAfter = (input: string) => {
      decoder.push(Buffer.from(input));
      return decoder.mode;
    };
    expect(modeAfter(framed('{"a"'))).toBe('headers');
    expect(modeAfter('{"a"\n')).toBe('lines');
    expect(modeAfter('Content-Length: 500\r\n\r\n')).toBe('headers');
    expect(modeAfter('{"a":1}\n')).toBe('lines');
    expect(modeAfter(framed('{"a":1}'))).toBe('lines');
  });
});

describe('any way of cutting any sequence of messages', () => {
  interface Piece {
    bytes: Buffer;
    event: FrameEvent;
  }
  const value = fc.dictionary(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 3 }),
    {
      maxKeys: 4,
    },
  );
  const huge = fc.integer().map((id) => ({ params: 'é{"'.repeat(LIMIT), id }));
  const newline = fc.constantFrom('\n', '\r\n', '\n\n', ' \n');
  const header = fc.constantFrom([], ['content-type: a/b'], ['Content-Type: application/json', 'X: y']);
  const broken = fc.constantFrom('{"a"', '{"a":}', '{]', 'null,', '{"a":1,}', '{"é":', "{'a':1}");

  const wrappings: ((json: string) => fc.Arbitrary<Buffer>)[] = [
    (json) => newline.map((end) => Buffer.from(json + end)),
    (json) => header.map((headers) => Buffer.from(framed(json, ...headers))),
  ];
  const pieces = fc.constantFrom(...wrappings).chain((wrapped) => {
    const json: fc.Arbitrary<[string, FrameEvent]> = fc.oneof(
      value
        .map((v) => JSON.stringify(v))
        .filter((text) => Buffer.byteLength(text) <= LIMIT)
        .map((text): [string, FrameEvent] => [text, message(JSON.parse(text))]),
      broken.map((text): [string, FrameEvent] => [text, malformed]),
      huge.map((v): [string, FrameEvent] => [
        JSON.stringify(v),
        { kind: 'refused', reason: 'size', id: v.id },
      ]),
    );
    return fc.array(
      json.chain(([text, event]) => wrapped(text).map((bytes): Piece => ({ bytes, event }))),
      { maxLength: 8 },
    );
  });

  it('gives the same events', () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 8, max: 5000 })), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(pieces, sizes, (sent, cuts) => {
        const events = decode(Buffer.concat(sent.map(({ bytes }) => bytes)), cuts);
        expect(events).toEqual(sent.map(({ event }) => event));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same events for bytes that are not even messages', () => {
    const soup = fc.array(
      fc.oneof(
        fc.constantFrom('{', '}', '[', ']', '"', '\\', '\n', '\r\n', ':', ',', ' ', 'a', '1', 'é'),
        fc.constantFrom('Content-Length: 5', 'A: b', '\r\n\r\n', '{"id":1}', '{}'),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(soup, fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 200 }), (parts, cuts) => {
        const input = parts.join('');
        expect(decode(input, cuts)).toEqual(decode(input));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads back what was written, in both modes', () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 5 }),
        fc.constantFrom('lines' as const, 'headers' as const),
        (values, mode) => {
          const small = values.filter((v) => Buffer.byteLength(JSON.stringify(v)) <= LIMIT);
          const input = small.map((v) => encodeFrame(mode, v)).join('');
          expect(decode(input)).toEqual(small.map((v) => message(JSON.parse(JSON.stringify(v)))));
        },
      ),
    );
  });
});

describe('after any garbage', () => {
  /** Parts that mean something to a decoder, joined at random, and bytes that mean nothing. */
  const garbageWith = (...lengths: string[]) => {
    const part = fc.oneof(
      fc.constantFrom('{', '}', '[', ']', '"', '\\', '\n', '\r\n', ':', ',', ' ', 'a', '\u0000', 'é'),
      fc.constantFrom('{"a":', '{"a":"', '{"a":1}', '{"a":\n', '[1]', 'null\n', 'A: b\r\n', '\r\n\r\n'),
      fc.constantFrom(
        ...lengths.flatMap((length) => [length, `${length}\r\n\r\n`, `${length}\r\n\r\n{"a":"`]),
      ),
    );
    return fc
      .array(fc.oneof({ weight: 9, arbitrary: part.map((text) => Buffer.from(text)) }, fc.uint8Array()), {
        maxLength: 30,
      })
      .map((parts) => Buffer.concat(parts));
  };
  const short = ['Content-Length: 5', 'Content-Length: 7', 'content-length:70'];
  const huge = ['Content-Length: 99999999999999', 'Content-Length: 3000', 'Content-Length: 1e9'];
  const cuts = fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 5, max: 500 })), {
    maxLength: 100,
  });
  const call = fc
    .tuple(fc.integer(), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([id, name]) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } }));
  const bytes = (...parts: (string | Uint8Array)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
  const runs = { numRuns: 1000 };

  it('every line is read for itself, once a line came first', () => {
    fc.assert(
      fc.property(
        garbageWith(...short, ...huge),
        garbageWith(...short, ...huge),
        call,
        cuts,
        (before, after, asked, sizes) => {
          const first = '{"first":1}\n';
          const rest = bytes(JSON.stringify(asked), '\n', after);
          const events = decode(bytes(first, before, '\n', rest), sizes);
          const [, ...restAlone] = decode(bytes(first, rest));
          expect(events).toEqual([...decode(bytes(first, before, '\n')), ...restAlone]);
          expect(restAlone[0]).toEqual(message(asked));
        },
      ),
      runs,
    );
  });

  it('every frame is read for itself, once a frame came first', () => {
    const header = fc.constantFrom('', 'Content-Type: a/b\r\n');
    fc.assert(
      fc.property(
        garbageWith(...short, ...huge),
        call,
        header,
        fc.integer({ max: 2, min: 0 }),
        cuts,
        (garbage, asked, other, indent, sizes) => {
          const json = JSON.stringify(asked, null, indent);
          const frame = `${other}Content-Length: ${Buffer.byteLength(json)}\r\n${other}\r\n${json}`;
          const events = decode(bytes(framed('{"first":1}'), garbage, frame, framed('{"last":1}')), sizes);
          expect(events[0]).toEqual(message({ first: 1 }));
          expect(events.slice(-2)).toEqual([message(asked), message({ last: 1 })]);
        },
      ),
      runs,
    );
  });

  it('the first frame is read, whatever came before it', () => {
    fc.assert(
      fc.property(garbageWith(...short, ...huge), call, cuts, (garbage, asked, sizes) => {
        const events = decode(bytes(garbage, framed(JSON.stringify(asked))), sizes);
        expect(events.at(-1)).toEqual(message(asked));
      }),
      runs,
    );
  });

  it('the first line is read, unless a frame within the limit may still go on', () => {
    fc.assert(
      fc.property(garbageWith(...huge), call, cuts, (garbage, asked, sizes) => {
        const events = decode(bytes(garbage, '\n', JSON.stringify(asked), '\n'), sizes);
        expect(events.at(-1)).toEqual(message(asked));
      }),
      runs,
    );
    fc.assert(
      fc.property(garbageWith(...short, ...huge), call, cuts, (garbage, asked, sizes) => {
        // A whole frame with an object in it is no garbage: frames are what is spoken from then on.
        fc.pre(!decode(garbage).some(({ kind }) => kind === 'message'));
        const events = decode(bytes(garbage, '\n'.repeat(LIMIT), JSON.stringify(asked), '\n'), sizes);
        expect(events.at(-1)).toEqual(message(asked));
      }),
      runs,
    );
  });
});
