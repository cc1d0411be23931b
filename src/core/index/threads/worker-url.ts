/** The built worker lies at the top of dist/. We may be there too, in its chunks/, or in the source tree beside it. */
export function workerUrl(here: string): URL {
  const name = 'index-worker.js';
  if (here.endsWith('.ts')) return new URL(`../../../../dist/${name}`, here);
  return new URL(/\/chunks\/[^/]*$/.test(here) ? `../${name}` : name, here);
}
