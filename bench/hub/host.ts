/** What the program itself would pass in. */
import { randomBytes, randomUUID } from 'node:crypto';
import { systemClock } from '../../src/core/clock.ts';
import { createLogger } from '../../src/core/logger.ts';
import type { HubHost } from '../../src/hub/index.ts';

export function hubHost(env: Record<string, string>): HubHost {
  return {
    clock: systemClock,
    log: createLogger('silent', () => {}, systemClock.now),
    logLevel: 'silent',
    token: randomUUID,
    secret: (length) => randomBytes(length).toString('hex').slice(0, length),
    random: Math.random,
    node: process.versions.node,
    env: { PATH: process.env.PATH, ...env },
    home: undefined,
    memory: () => process.memoryUsage.rss(),
  };
}
