// An esbuild plugin that leaves out of the bundle what costs start-up time and is never used:
// - the SDK's JSON Schema validator (a third of its size), which only checks answers to questions we never ask;
// - the SDK's table of all its zod schemas, and with it the 150 schemas that nothing else uses;
// - the SDK's second copy of the schema of `initialize`, which it builds with 170 others, of which the greeting
//   needs none: it gets the first copy, and the others are built after it;
// - zod's languages, which `import { z }` keeps because esbuild cannot see what is used of `z`.
// A pattern that no longer fits stops the build: then the SDK has changed and this file with it.
import { readFile } from 'node:fs/promises';

const SDK_PLATFORM = `
import process from 'node:process';
class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('No JSON Schema validator is bundled.');
  }
}
export { DefaultJsonSchemaValidator, process };
`;

const FILLS_THE_TABLE = /^for \(const .* register\(key, .*\);$/gm;
const FREEZES_THE_TABLE = /Object\.freeze\((_specTypeSchemas|_isSpecType)\)/g;
/** The schema of a request of the era before 2026. */
const LOOKS_UP_REQUEST = /return hasRequestMethod2025\(method\) \? registryMaps\(\)\.requestSchemas/g;
/** A schema at the top level of a file, with or without line breaks in it. */
const TOP_LEVEL_SCHEMA =
  /^const (\w+) = ((?:z\.|[A-Z]\w+\.|\w+\()[\s\S]*?);$(?=\n(?:const|function|export|\/|\n))/gm;

export const leanBundle = {
  name: 'lean-bundle',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'sdk-platform',
      namespace: 'lean-bundle',
    }));
    build.onLoad({ filter: /.*/, namespace: 'lean-bundle' }, () => ({
      contents: SDK_PLATFORM,
      resolveDir: '.',
    }));
    build.onLoad({ filter: /@modelcontextprotocol\/server\/dist\/src-[^/]+\.mjs$/ }, async ({ path }) => {
      const filled = replaced(path, await readFile(path, 'utf8'), FILLS_THE_TABLE, () => '', 2);
      const thawed = replaced(path, filled, FREEZES_THE_TABLE, (_, table) => table, 2);
      const greets = (found) => `if (method === 'initialize') return InitializeRequestSchema;\n${found}`;
      return { contents: replaced(path, thawed, LOOKS_UP_REQUEST, greets, 1) };
    });
    build.onLoad(
      { filter: /@modelcontextprotocol\/core\/dist\/(schemas|auth)-[^/]+\.mjs$/ },
      async ({ path }) => {
        const pure = (_, name, schema) => `const ${name} = /* @__PURE__ */ (() => ${schema})();`;
        return { contents: replaced(path, await readFile(path, 'utf8'), TOP_LEVEL_SCHEMA, pure, 10) };
      },
    );
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return {
        contents: source.replace("import { z } from 'zod';", "import * as z from 'zod';"),
        loader: 'ts',
      };
    });
  },
};

function replaced(path, source, pattern, replacement, atLeast) {
  let count = 0;
  const result = source.replace(pattern, (...match) => {
    count++;
    return replacement(...match);
  });
  if (count < atLeast) throw new Error(`${path} does not look as scripts/lean-bundle.mjs expects.`);
  return result;
}
