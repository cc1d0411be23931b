/** A watch that never barks is no watch: each planted fault is seen. */
import { describe, expect, it } from 'vitest';
import { framed, modernParams } from '../../helpers/raw-connection.ts';
import { isJsonSchema, resultValidators } from './schemas.ts';
import { WireCheck } from './wire-check.ts';

const line = (message: unknown) => Buffer.from(`${JSON.stringify(message)}\n`);
const result = (value: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, result: value });
const error = (code: number, rest: object = { id: 1 }) => ({
  jsonrpc: '2.0',
  ...rest,
  error: { code, message: 'x' },
});
const progress = (params: object) => ({ jsonrpc: '2.0', method: 'notifications/progress', params });
const tool = { name: 'a', inputSchema: { type: 'object' } };
const stamped = { resultType: 'complete', ttlMs: 1, cacheScope: 'private' };

/** What is said of the lines if one request was sent before. */
function said(request: { method: string; params?: object }, ...lines: (Buffer | object)[]): string[] {
  const check = new WireCheck('line');
  check.sent({ jsonrpc: '2.0', id: 1, ...request });
  for (const written of lines) check.received(Buffer.isBuffer(written) ? written : line(written));
  check.ended();
  return check.problems;
}
const list = { method: 'tools/list' };
const modernList = { method: 'tools/list', params: modernParams() };

describe('the watch lets pass', () => {
  it.each([
    ['an answer of the old era', list, [result({ tools: [tool] })]],
    ['an answer of the stateless era', modernList, [result({ tools: [tool], ...stamped })]],
    ['an error', list, [error(-32601)]],
    [
      'progress before the answer',
      { method: 'tools/list', params: { _meta: { progressToken: 't' } } },
      [progress({ progressToken: 't', progress: 1 }), result({ tools: [] })],
    ],
  ])('%s', (_, request, lines) => {
    expect(said(request, ...lines)).toEqual([]);
  });
});

describe('the watch sees', () => {
  it.each([
    ['no answer at all', list, [], 'never answered'],
    ['a second answer', list, [result({ tools: [] }), result({ tools: [] })], 'an answer to nothing'],
    ['an answer under another id', list, [result({ tools: [] }, 2)], 'an answer to nothing'],
    [
      'an answer whose id is text instead of a number',
      list,
      [result({ tools: [] }, '1')],
      'an answer to nothing',
    ],
    ['an unknown key in a result', list, [result({ tools: [], more: 1 })], 'additional properties'],
    [
      'an unknown key deep in a result',
      list,
      [result({ tools: [{ ...tool, extra: 1 }] })],
      'additional properties',
    ],
    ['a missing key', list, [result({})], "required property 'tools'"],
    ['a value of the wrong type', list, [result({ tools: [{ ...tool, title: 7 }] })], 'must be string'],
    ['a key beside the result', list, [{ ...result({ tools: [] }), extra: 1 }], 'an answer with the keys'],
    [
      'another version of JSON-RPC',
      list,
      [{ ...result({ tools: [] }), jsonrpc: '1.0' }],
      'an answer with the keys',
    ],
    ['a result of the other era', list, [result({ tools: [], ...stamped })], 'additional properties'],
    ['a result without its stamps', modernList, [result({ tools: [] })], 'resultType'],
    [
      'a content block of no known kind',
      { method: 'tools/call' },
      [result({ content: [{ type: 'x' }] })],
      'content/0',
    ],
    [
      'a call without content',
      { method: 'tools/call' },
      [result({ isError: true })],
      "required property 'content'",
    ],
    ['a result of an unknown method', { method: 'no/such' }, [result({})], 'this era does not have'],
    [
      'a result of a method that is gone',
      { method: 'ping', params: modernParams() },
      [result({})],
      'does not have',
    ],
    ['an error with an unknown code', list, [error(-1)], 'code -1'],
    ['an error with the code of the other era', modernList, [error(-32002)], 'code -32002'],
    ['an error whose id is null', list, [error(-32600, { id: null })], 'an answer to nothing: id null'],
    ['an error without an id', list, [error(-32700, {})], 'though everything could be read'],
    ['an error without a message', list, [{ jsonrpc: '2.0', id: 1, error: { code: -32600 } }], "'message'"],
    [
      'a request of the server',
      list,
      [{ jsonrpc: '2.0', id: 9, method: 'roots/list' }],
      'a request of the server',
    ],
    [
      'a notification that was not declared',
      list,
      [{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }],
      'of a request that is not open',
    ],
    ['progress nobody asked for', list, [progress({ progressToken: 1, progress: 1 })], 'not open'],
    ['text between the messages', list, [Buffer.from('hello\n')], 'not JSON'],
    ['an empty line', list, [Buffer.from('\n')], 'not JSON'],
    ['a batch', list, [Buffer.from('[]\n')], 'not an object'],
    ['a carriage return', list, [Buffer.from('{}\r\n')], 'a line break'],
    ['bytes that are no text', list, [Buffer.from([0x22, 0xff, 0x22, 0x0a])], 'not UTF-8'],
    ['a message that does not end', list, [Buffer.from('{"jsonrpc"')], 'bytes after the last message'],
  ])('%s', (_, request, lines, problem) => {
    expect(said(request, ...lines)).toContainEqual(expect.stringContaining(problem));
  });

  it('progress that falls, has no value, or comes after the answer', () => {
    const request = { method: 'tools/list', params: { _meta: { progressToken: 't' } } };
    const at = (value: unknown) => progress({ progressToken: 't', progress: value });
    const done = result({ tools: [] });
    expect(said(request, at(2), at(1), done)).toEqual(['progress that does not rise']);
    expect(said(request, at('much'), done)).toEqual([expect.stringContaining('must be number')]);
    expect(said(request, done, at(1))).toEqual(['notifications/progress of a request that is not open']);
  });

  it('a change told to a subscriber, though no list was said to change', () => {
    const request = { method: 'subscriptions/listen', params: modernParams({ notifications: {} }) };
    const told = (method: string, id: unknown) => ({
      jsonrpc: '2.0',
      method,
      params: { notifications: {}, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
    });
    const acknowledged = 'notifications/subscriptions/acknowledged';
    const changed = 'notifications/tools/list_changed';
    const open = 'subscriptions/listen with id 1 was never answered';
    expect(said(request, told(acknowledged, 1))).toEqual([open]);
    expect(said(request, told(acknowledged, 2))).toEqual([
      `${acknowledged} of a request that is not open`,
      open,
    ]);
    expect(said(request, told(changed, 1))).toEqual([`a notification of no declared kind: ${changed}`, open]);
  });

  it('an unreadable message that gets no answer, and allows one error for one that does', () => {
    const check = new WireCheck('line');
    check.sent('hello');
    check.sent([]);
    check.received(line(error(-32700, {})));
    check.ended();
    expect(check.problems).toEqual(['1 unreadable messages were not answered']);
  });

  it('a line where a frame should be, and a frame whose length is wrong', () => {
    for (const written of [
      '{"jsonrpc":"2.0","id":1,"result":{}}\n',
      framed(result({})).replace(/: \d+/, ': 5'),
    ]) {
      const check = new WireCheck('frame');
      check.sent({ jsonrpc: '2.0', id: 1, method: 'ping' });
      check.received(Buffer.from(written));
      check.ended();
      expect(check.problems).not.toEqual([]);
    }
    const good = new WireCheck('frame');
    good.sent({ jsonrpc: '2.0', id: 1, method: 'ping' });
    good.received(Buffer.from(framed(result({}))));
    good.ended();
    expect(good).toMatchObject({ problems: [], checked: 1 });
  });
});

it('has a schema for every method of each era', () => {
  expect([...resultValidators.legacy.keys()]).toHaveLength(10);
  expect([...resultValidators.modern.keys()]).toHaveLength(10);
  expect(isJsonSchema({ type: 'objekt' })).toBe(false);
});
