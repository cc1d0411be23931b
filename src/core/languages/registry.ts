/** Which adapter reads which file. One row a language: the bundle is put together ahead of time, so no folder is scanned. */
import type { LanguageAdapter } from './adapter.ts';
import { bash } from './bash/index.ts';
import { c } from './c/index.ts';
import { cpp } from './cpp/index.ts';
import { csharp } from './csharp/index.ts';
import { elixir } from './elixir/index.ts';
import { go } from './go/index.ts';
import { haskell } from './haskell/index.ts';
import { java } from './java/index.ts';
import { javascript } from './javascript/index.ts';
import { kotlin } from './kotlin/index.ts';
import { lua } from './lua/index.ts';
import { markdown } from './markdown/index.ts';
import { php } from './php/index.ts';
import { python } from './python/index.ts';
import { ruby } from './ruby/index.ts';
import { rust } from './rust/index.ts';
import { scala } from './scala/index.ts';
import { swift } from './swift/index.ts';
import { typescript } from './typescript/index.ts';
import { zig } from './zig/index.ts';

export const ADAPTERS: readonly LanguageAdapter[] = [
  bash,
  c,
  cpp,
  csharp,
  elixir,
  go,
  haskell,
  java,
  javascript,
  kotlin,
  lua,
  markdown,
  php,
  python,
  ruby,
  rust,
  scala,
  swift,
  typescript,
  zig,
];

export function adapterFor(path: string): LanguageAdapter | undefined {
  return ADAPTERS.find((adapter) => adapter.supportsPath(path));
}
