/** The app in this process, on a temporary repository, with a clock the test can see. */
import { onTestFinished } from 'vitest';
import type { Host } from '../../src/app/host.ts';
import { type App, createApp } from '../../src/app/index.ts';
import { loadConfig } from '../../src/config/index.ts';
import type { Clock } from '../../src/core/clock.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLogger } from '../../src/core/logger.ts';

export interface TestApp {
  app: App;
  /** Calls a tool and parses its text as JSON. */
  call(
    name: string,
    args?: unknown,
    requestId?: string | number,
  ): Promise<{ value: Json; isError: boolean; text: string }>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON of many shapes, and a test that reads a wrong key fails
export type Json = any;

const UNFINISHED = /The index is (?:being built|catching up)|The files are still being compared/;

let words = 0;

export async function openApp(
  root: string,
  flags: Record<string, string> = {},
  clock: Clock = systemClock,
  host: Partial<Host> = {},
  env: Record<string, string> = {},
): Promise<TestApp> {
  const config = await loadConfig({ flags: { root, ...flags }, env, cwd: root });
  const app = await createApp(config, {
    clock,
    log: createLogger('silent', () => {}, clock.now),
    token: () => `test-${process.pid}-${words++}`,
    random: () => 0.5,
    node: process.versions.node,
    ...host,
  });
  onTestFinished(() => app.close());
  return {
    app,
    async call(name, args = {}, requestId = 1) {
      for (;;) {
        const outcome = await app.call(name, args, { requestId });
        if (!outcome) throw new Error(`no tool ${name}`);
        const { text, isError } = outcome;
        // On a slow machine the index may not be made when the answer is due; the answer says so.
        if (!UNFINISHED.test(text)) return { value: parsed(text), isError, text };
      }
    },
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
