/** The built entry of a worker thread lies at the top of dist/. We may be there too, in its chunks/, or in the source tree beside it. */
export function workerUrl(here: string, name: string): URL {
  const source = here.indexOf('/src/core/');
  if (here.endsWith('.ts') && source !== -1) return new URL(`${here.slice(0, source)}/dist/${name}.js`);
  return new URL(/\/chunks\/[^/]*$/.test(here) ? `../${name}.js` : `${name}.js`, here);
}
