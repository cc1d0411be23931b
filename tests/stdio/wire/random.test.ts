/** Any order of good and bad messages: every request is answered once, in the words of its era, and nothing else is said. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runs } from '../../helpers/full-run.ts';
import { repository } from '../../helpers/repository.ts';
import { inEnvelope, MODERN_VERSION, serveChecked } from './checked-server.ts';

const METHODS = [
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'server/discover',
  'logging/setLevel',
  'sampling/createMessage',
  'no/such',
  '',
];

const params = fc.oneof(
  fc.constantFrom<Record<string, unknown>>(
    {},
    { name: 'repo.status', arguments: {} },
    { name: 'repo.open_file', arguments: { path: 'a.txt' }, _meta: { progressToken: 7 } },
    { name: 'read_file', arguments: { path: '../outside' } },
    { uri: 'context://project/overview' },
    { name: 'brief-me', arguments: { paths: 'a.txt' } },
    { ref: { type: 'ref/resource', uri: 'pilotbook://stash/{ref}' }, argument: { name: 'ref', value: '0' } },
    { cursor: 'x' },
  ),
  fc.dictionary(fc.constantFrom('name', 'uri', 'arguments', 'ref', 'cursor'), fc.jsonValue({ maxDepth: 2 })),
);
type Step =
  | { kind: 'request'; method: string; params: Record<string, unknown> }
  | { kind: 'other'; message: unknown };
const request = fc.record({
  kind: fc.constant('request' as const),
  method: fc.constantFrom(...METHODS),
  params,
});
const other = fc.record({
  kind: fc.constant('other' as const),
  message: fc.constantFrom<unknown>(
    '{"jsonrpc":"2.0","id":',
    'hello',
    [],
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: null, method: 'ping' },
    { jsonrpc: '2.0', id: 1.5, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'nobody' } },
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress: 1 } },
    { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
    { jsonrpc: '2.0', id: 'x', result: {} },
    { jsonrpc: '2.0', id: 'x', error: { code: 1, message: 'no' } },
  ),
});
const steps: fc.Arbitrary<Step[]> = fc.array(fc.oneof({ weight: 3, arbitrary: request }, other), {
  minLength: 10,
  maxLength: 60,
});

/** A process each; enough to meet every kind of message beside every other over a few runs of the suite. */
const RUNS = runs(3, 8);

describe.each(['2025-11-25', MODERN_VERSION])('in %s', (version) => {
  it('a random session breaks no rule of the protocol', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.constantFrom('line' as const, 'frame' as const),
        async (session, framing) => {
          const server = serveChecked(repository({ 'a.txt': 'one\n' }), version, framing);
          await server.greet();
          const messages = session.map((step, at) => {
            if (step.kind === 'other') return step.message;
            const id = at % 2 === 0 ? `random-${at}` : 1000 + at;
            const sent = version === MODERN_VERSION ? inEnvelope(step.params) : step.params;
            return { jsonrpc: '2.0', id, method: step.method, params: sent };
          });
          server.send(...messages);
          await server.request('tools/list');
          await server.finish();
        },
      ),
      { numRuns: RUNS },
    );
  });
});
