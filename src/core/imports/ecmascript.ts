/** JavaScript and TypeScript, and components that hold them. */
import { resolvePackage } from './ecmascript-package.ts';
import { probe } from './ecmascript-probe.ts';
import { resolveAlias } from './ecmascript-tsconfig.ts';
import { directoryOf, within } from './file-view.ts';
import type { Resolver } from './resolver.ts';

export const resolveEcmascript: Resolver = async ({ from, reference, view }) => {
  // Bundlers let a query follow the name.
  const specifier = reference.specifier.replace(/\?.*$/, '');
  const found = /^\.{0,2}(\/|$)/.test(specifier)
    ? relative(specifier)
    : ((await resolveAlias(view, from, specifier)) ?? (await resolvePackage(view, from, specifier)));
  return found === undefined ? [] : [found];

  function relative(path: string): string | undefined {
    const target = within(path.startsWith('/') ? '' : directoryOf(from), path);
    return target === undefined ? undefined : probe(view, target);
  }
};
