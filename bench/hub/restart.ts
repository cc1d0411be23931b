/** How long the first answer about one repository takes after the hub was started again, from the start of its process. */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { newToken, QUIET } from './build.ts';
import { startBenchHub } from './hub-process.ts';
import type { BenchPostgres } from './postgres.ts';
import { spread } from './queries.ts';

const ROUNDS = 5;

export async function restart(at: string, postgres: BenchPostgres, one: string): Promise<void> {
  const token = await newToken(postgres);
  const [sinceStart, sinceListening]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const hub = await startBenchHub(at, { toml: QUIET, database: postgres.url });
    const listening = performance.now();
    let answer = '';
    while (!/^ref: /m.test(answer)) {
      answer = await hub.call(token, 'repo_search', { query: 'validate the name of a pod' }, `/r/${one}/mcp`);
      if (!/^ref: /m.test(answer)) await sleep(10);
    }
    sinceStart.push(performance.now() - started);
    sinceListening.push(performance.now() - listening);
    await hub.stop();
  }
  const figures = {
    load: loadavg()[0],
    since_start_ms: spread(sinceStart),
    since_listening_ms: spread(sinceListening),
  };
  console.log(JSON.stringify(figures, null, 2));
}
